#!/usr/bin/env python3
"""Arrays of NumPy, PyTorch and CuPy go into kernels of kcc and back without a copy, by DLPack.

Usage: dlpack_client.py LIBRARY [kcc|kcc-gpu|numpy|torch-cpu|torch|cupy]..., LIBRARY being made of library.cpp. Python has
no other extension here: ctypes calls the library, and CPython's own functions for capsules. The exit status is 77 if
nothing but skipped array libraries is left, because they or a GPU are missing, and 1 if a test failed."""

import ctypes
import gc
import sys

lib = ctypes.CDLL(sys.argv[1])
P, I, L, F, Z = ctypes.c_void_p, ctypes.c_int, ctypes.c_int64, ctypes.c_float, ctypes.c_size_t
for name, result, arguments in [
    ("error", ctypes.c_char_p, []),
    ("lent_tensors", I, []),
    ("cuda_devices", I, []),
    ("stream_new", P, [I]),
    ("stream_adopt", P, [I, P]),
    ("stream_delete", None, [P]),
    ("stream_synchronize", I, [P]),
    ("stream_number", L, [P]),
    ("stream_hand_over", I, [P, I, L]),
    ("tensor_take", P, [P, I]),
    ("tensor_delete", None, [P]),
    ("tensor_ordinal", I, [P]),
    ("tensor_type", ctypes.c_char_p, [P]),
    ("tensor_is_read_only", I, [P]),
    ("tensor_address", P, [P]),
    ("tensor_scale", I, [P, P, F]),
    ("tensor_scale_rows", I, [P, P, F]),
    ("make_tensor", P, [P, L, L, F, I, I]),
    ("drop_tensor", None, [P, I]),
    ("is_context_of", I, [I, P]),
    ("check_memory", I, [I, P, Z]),
]:
    function = getattr(lib, name)
    function.restype, function.argtypes = result, arguments

api = ctypes.pythonapi
# ctypes gives no capsule to Python from a callback's argument, so the destructor gets a plain address.
CapsuleDestructor = ctypes.CFUNCTYPE(None, P)
api.PyCapsule_New.restype, api.PyCapsule_New.argtypes = ctypes.py_object, [P, ctypes.c_char_p, CapsuleDestructor]
api.PyCapsule_GetPointer.restype, api.PyCapsule_GetPointer.argtypes = P, [ctypes.py_object, ctypes.c_char_p]
api.PyCapsule_IsValid.restype, api.PyCapsule_IsValid.argtypes = I, [ctypes.py_object, ctypes.c_char_p]
api.PyCapsule_SetName.restype, api.PyCapsule_SetName.argtypes = I, [ctypes.py_object, ctypes.c_char_p]
raw_is_valid = ctypes.PYFUNCTYPE(I, P, ctypes.c_char_p)(("PyCapsule_IsValid", api))
raw_pointer = ctypes.PYFUNCTYPE(P, P, ctypes.c_char_p)(("PyCapsule_GetPointer", api))

NAMES = {True: b"dltensor_versioned", False: b"dltensor"}
USED = {True: b"used_dltensor_versioned", False: b"used_dltensor"}  # static: a capsule keeps the address


class KccError(RuntimeError):
    pass


def checked(result):
    """Null and -1 are failures."""
    if result is None or result == -1:
        raise KccError(lib.error().decode())
    return result


class Stream:
    """A stream of kcc, its own or one of another library."""

    def __init__(self, ordinal, native=None, adopt=False):
        self.ordinal = ordinal
        self.handle = checked(lib.stream_adopt(ordinal, native) if adopt else lib.stream_new(ordinal))

    def __del__(self):
        if hasattr(self, "handle"):
            lib.stream_delete(self.handle)

    def number(self):
        return lib.stream_number(self.handle) or None

    def synchronize(self):
        checked(lib.stream_synchronize(self.handle))


class Tensor:
    """An array of another library, taken by kcc for use in `stream`."""

    def __init__(self, array, stream):
        try:
            capsule = array.__dlpack__(stream=stream.number(), max_version=(1, 0))
        except TypeError:  # a library that knows DLPack 0.x only
            capsule = array.__dlpack__(stream=stream.number())
        self.versioned = bool(api.PyCapsule_IsValid(capsule, NAMES[True]))
        managed = api.PyCapsule_GetPointer(capsule, NAMES[self.versioned])
        api.PyCapsule_SetName(capsule, USED[self.versioned])  # from here on the tensor is ours
        self.stream = stream
        self.handle = checked(lib.tensor_take(managed, self.versioned))

    def __del__(self):
        if hasattr(self, "handle"):
            lib.tensor_delete(self.handle)

    def address(self):
        return checked(lib.tensor_address(self.handle))

    def scale(self, factor):
        checked(lib.tensor_scale(self.stream.handle, self.handle, factor))

    def scale_rows(self, factor):
        checked(lib.tensor_scale_rows(self.stream.handle, self.handle, factor))


@CapsuleDestructor
def drop_unused(capsule):
    for versioned in (True, False):
        if raw_is_valid(capsule, NAMES[versioned]):  # the name has not been changed: nobody has taken it
            lib.drop_tensor(raw_pointer(capsule, NAMES[versioned]), versioned)


class Array:
    """A buffer of kcc for other libraries: what they call from_dlpack() with."""

    def __init__(self, stream, rows, columns, value, read_only=False):
        self.stream, self.read_only = stream, read_only
        self.arguments = (stream.handle, rows, columns, value)

    def __dlpack_device__(self):
        return (1, 0) if self.stream.ordinal < 0 else (2, self.stream.ordinal)

    def __dlpack__(self, *, stream=None, max_version=None, dl_device=None, copy=None):
        versioned = max_version is not None and max_version[0] >= 1
        managed = checked(lib.make_tensor(*self.arguments, versioned, self.read_only))
        capsule = api.PyCapsule_New(managed, NAMES[versioned], drop_unused)
        checked(lib.stream_hand_over(self.stream.handle, stream is not None, stream or 0))
        return capsule


def expect(condition, text="not as expected"):
    if not condition:
        raise AssertionError(text)


def expect_error(work, text):
    try:
        work()
    except KccError as error:
        expect(text in str(error), f"`{text}` is not in `{error}`")
    else:
        raise AssertionError(f"no error with `{text}`")


class Skip(Exception):
    pass


# Array libraries: what the tests need of each.


class Numpy:
    ordinal = -1

    def __init__(self):
        import numpy

        self.m = numpy

    def ones(self, *shape):
        return self.m.ones(shape, dtype=self.m.float32)

    def address(self, array):
        return array.ctypes.data

    def values(self, array):
        return set(self.m.unique(array).tolist())

    def types(self):
        return {t: self.m.zeros(4, dtype=t) for t in ("float16", "float64", "int64", "uint8", "bool", "complex64")}

    def is_writable(self, array):
        return array.flags.writeable  # not so for arrays that NumPy before 2.1 gets

    def from_dlpack(self, array):
        return self.m.from_dlpack(array)

    def synchronize(self):
        pass


class TorchCpu(Numpy):
    device = "cpu"

    def __init__(self):
        import torch

        self.m = torch

    def ones(self, *shape):
        return self.m.ones(shape, dtype=self.m.float32, device=self.device)

    def address(self, array):
        return array.data_ptr()

    def is_writable(self, array):
        return True

    def types(self):
        names = ("float16", "bfloat16", "float64", "int64", "uint8", "bool", "complex64")
        return {t: self.m.zeros(4, dtype=getattr(self.m, t), device=self.device) for t in names}


class Torch(TorchCpu):
    device, ordinal = "cuda", 0

    def __init__(self):
        super().__init__()
        if not self.m.cuda.is_available():
            raise Skip("PyTorch has no GPU")
        self.m.cuda.init()

    def new_stream(self):
        return self.m.cuda.Stream()

    def in_stream(self, stream):
        return self.m.cuda.stream(stream)

    def current_stream(self):
        return self.m.cuda.current_stream().cuda_stream

    def synchronize(self):
        self.m.cuda.synchronize()

    def pinned(self):
        return self.m.ones(8, pin_memory=True)


class Cupy(Numpy):
    ordinal = 0

    def __init__(self):
        import cupy

        self.m = cupy
        try:
            cupy.cuda.runtime.getDevice()
        except cupy.cuda.runtime.CUDARuntimeError as error:
            raise Skip(f"CuPy has no GPU: {error}") from error

    def address(self, array):
        return array.data.ptr

    def is_writable(self, array):
        return True

    def new_stream(self):
        return self.m.cuda.Stream(non_blocking=True)

    def in_stream(self, stream):
        return stream

    def current_stream(self):
        return self.m.cuda.get_current_stream().ptr

    def synchronize(self):
        self.m.cuda.runtime.deviceSynchronize()


# Tests. Each takes an array library.


def a_kernel_gets_the_memory_itself(m):
    array = m.ones(100, 30)
    stream = Stream(m.ordinal)
    tensor = Tensor(array, stream)
    expect(tensor.address() == m.address(array), "another address")
    expect(lib.tensor_ordinal(tensor.handle) == m.ordinal, "another device")
    tensor.scale(2.5)
    stream.synchronize()
    expect(m.values(array) == {2.5}, m.values(array))


def rows_with_gaps(m):
    array = m.ones(100, 30)
    stream = Stream(m.ordinal)
    expect_error(lambda: Tensor(array[:, 5:20], stream).scale(2), "gaps")
    expect_error(lambda: Tensor(array.T, stream).scale_rows(2), "gaps")
    tensor = Tensor(array[:, 5:20], stream)
    tensor.scale_rows(4)
    stream.synchronize()
    expect(m.values(array[:, 5:20]) == {4.0} and m.values(array[:, :5]) == {1.0} and m.values(array[:, 20:]) == {1.0})


def types_have_names(m):
    stream = Stream(m.ordinal)
    for name, array in m.types().items():
        try:
            tensor = Tensor(array, stream)
        except BufferError:  # NumPy before 2 has no DLPack type for bool
            continue
        there = lib.tensor_type(tensor.handle).decode()
        expect(there == ("bool8" if name == "bool" else name), f"{name} is {there}")
        expect_error(tensor.address, "not float32")


def an_array_lives_as_long_as_the_tensor(m):
    stream = Stream(m.ordinal)
    array = m.ones(1000)
    tensor = Tensor(array, stream)
    address = m.address(array)
    del array
    gc.collect()
    others = [m.ones(1000) for _ in range(4)]
    expect(address not in [m.address(other) for other in others], "the memory was freed early")
    tensor.scale(2)
    stream.synchronize()
    del tensor
    gc.collect()


def a_buffer_becomes_an_array(m):
    stream = Stream(m.ordinal)
    array = m.from_dlpack(Array(stream, 20, 30, 1.5))
    expect(lib.lent_tensors() == 1)
    expect(tuple(array.shape) == (20, 30))
    expect(m.values(array) == {1.5}, m.values(array))
    if m.is_writable(array):
        array[3, 4] = 7
        m.synchronize()
        tensor = Tensor(array, stream)
        expect(tensor.address() == m.address(array), "another address")
        tensor.scale(2)
        stream.synchronize()
        expect(m.values(array) == {3.0, 14.0})
        del tensor
    part = array[:, :3]
    del array
    gc.collect()
    expect(lib.lent_tensors() == 1, "freed early")
    del part
    gc.collect()
    expect(lib.lent_tensors() == 0, "not freed")


def the_current_stream_is_adopted(m):
    for native in (m.new_stream(), None):  # and the library's default one
        for _ in range(20):
            with m.in_stream(native or default_stream(m)):
                array = m.ones(1 << 22)
                stream = Stream(m.ordinal, m.current_stream(), adopt=True)
                tensor = Tensor(array, stream)
                for factor in (2, 10):
                    for _ in range(100):  # so much that another stream would come too early
                        array += 1
                    tensor.scale(factor)
                found = m.values(array[:: 1 << 12])  # in the same stream: nothing was waited for before
                expect(found == {(101 * 2 + 100) * 10.0}, found)


def default_stream(m):
    return m.m.cuda.default_stream() if hasattr(m.m.cuda, "default_stream") else m.m.cuda.Stream.null


def the_protocol_orders_two_streams(m):
    stream = Stream(m.ordinal)
    for _ in range(20):
        with m.in_stream(m.new_stream()):
            array = m.ones(1 << 22)
            for _ in range(30):
                array += 1
            tensor = Tensor(array, stream)  # makes kcc's stream wait
            tensor.scale(2)
            back = m.from_dlpack(Lent(tensor, array))  # makes the library's stream wait
            found = m.values(back[:: 1 << 12])
            expect(found == {62.0}, found)
            back = m.from_dlpack(Array(stream, 1 << 11, 1 << 11, 1.5))
            back *= 2
            found = m.values(back[:: 1 << 6])
            expect(found == {3.0}, found)


class Lent:
    """The library's own array again, behind what kcc has been given to do with it."""

    def __init__(self, tensor, array):
        self.tensor, self.array = tensor, array

    def __dlpack_device__(self):
        return self.array.__dlpack_device__()

    def __dlpack__(self, *, stream=None, **others):
        checked(lib.stream_hand_over(self.tensor.stream.handle, stream is not None, stream or 0))
        return self.array.__dlpack__(stream=-1, **others)


def the_context_is_the_same(m):
    m.ones(4)
    cuda = ctypes.CDLL("libcuda.so.1")
    context = P()
    expect(cuda.cuCtxGetCurrent(ctypes.byref(context)) == 0 and context.value)
    expect(checked(lib.is_context_of(0, context)) == 1, "another context")


def memory_is_asked_about(m):
    array = m.ones(1000)
    expect(checked(lib.check_memory(0, m.address(array), 4000)) == 0)
    host = ctypes.create_string_buffer(64)
    expect_error(lambda: checked(lib.check_memory(0, ctypes.addressof(host), 64)), "ordinary memory of the host")
    expect_error(lambda: checked(lib.check_memory(0, m.address(array), 1 << 45)), "fewer than")
    if hasattr(m, "pinned"):
        pinned = m.pinned()
        expect_error(lambda: checked(lib.check_memory(0, pinned.data_ptr(), 32)), "page-locked")


class Itself:
    """kcc on both sides."""

    def __init__(self, ordinal):
        self.ordinal = ordinal
        if ordinal >= lib.cuda_devices():
            raise Skip("no GPU")


def a_capsule_goes_round(m):
    stream = Stream(m.ordinal)
    tensor = Tensor(Array(stream, 20, 30, 1.5), stream)
    expect(tensor.versioned and lib.lent_tensors() == 1)
    tensor.scale(2)
    expect(not lib.tensor_is_read_only(tensor.handle))
    stream.synchronize()
    del tensor
    expect(lib.lent_tensors() == 0, "not freed")
    tensor = Tensor(Array(stream, 20, 30, 1.5, read_only=True), stream)
    expect(lib.tensor_is_read_only(tensor.handle))
    expect_error(lambda: tensor.scale(2), "read-only")
    del tensor
    capsule = Array(stream, 2, 3, 1).__dlpack__(stream=-1 if m.ordinal >= 0 else None)
    expect(lib.lent_tensors() == 1)
    del capsule  # not taken by anybody
    expect(lib.lent_tensors() == 0, "not freed")


everywhere = [
    a_kernel_gets_the_memory_itself,
    rows_with_gaps,
    types_have_names,
    an_array_lives_as_long_as_the_tensor,
    a_buffer_becomes_an_array,
]
on_gpus = everywhere + [
    the_current_stream_is_adopted,
    the_protocol_orders_two_streams,
    the_context_is_the_same,
    memory_is_asked_about,
]

passed = failed = skipped = 0
for label, make, tests in [
    ("kcc", lambda: Itself(-1), [a_capsule_goes_round]),
    ("kcc-gpu", lambda: Itself(0), [a_capsule_goes_round]),
    ("numpy", Numpy, everywhere),
    ("torch-cpu", TorchCpu, everywhere),
    ("torch", Torch, on_gpus),
    ("cupy", Cupy, on_gpus),
]:
    if len(sys.argv) > 2 and label not in sys.argv[2:]:
        continue
    try:
        library = make()
        version = getattr(getattr(library, "m", None), "__version__", "")
    except (Skip, ImportError) as reason:
        print(f"SKIPPED: {label}: {reason}")
        skipped += 1
        continue
    for test in tests:
        try:
            test(library)
            print(f"PASSED: {label} {version}: {test.__name__}")
            passed += 1
        except Exception as error:
            print(f"FAILED: {label} {version}: {test.__name__}: {type(error).__name__}: {error}")
            failed += 1
        gc.collect()
print(f"{passed} passed, {failed} failed, {skipped} libraries skipped")
sys.stdout.flush()
sys.exit(1 if failed else 0 if passed else 77)
