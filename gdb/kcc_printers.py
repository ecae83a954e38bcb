# Shows kcc's buffers, views and small floating-point numbers by their elements and values.
import math

import gdb


def read_elements(data, count):
    """Pairs for `children`. Memory of a GPU has none, as gdb cannot read it."""
    for i in range(count):
        element = data[i]
        try:
            element.fetch_lazy()
        except gdb.MemoryError:
            return
        yield f"[{i}]", element


def is_readable(data, count):
    return count == 0 or any(True for _ in read_elements(data, 1))


class Elements:
    """`count` elements of type `element` from `data` on."""

    def __init__(self, name, data, element, count):
        self.name = name
        self.data = data.cast(element.pointer())
        self.count = int(count)

    def to_string(self):
        where = "" if is_readable(self.data, self.count) else f" at {hex(int(self.data))}, not readable by the host"
        return f"{self.name} of {self.count}{where}"

    def children(self):
        return read_elements(self.data, self.count)

    def display_hint(self):
        return "array"


class Rows:
    """A matrix, or a volume: an array of its slices."""

    def __init__(self, name, start, element, extents, pitches):
        self.name = name
        self.start = int(start)
        self.element = element
        self.extents = extents
        self.pitches = pitches

    def to_string(self):
        first = gdb.Value(self.start).cast(self.element.pointer())
        is_empty = 0 in self.extents
        where = "" if is_empty or is_readable(first, 1) else f" at {hex(self.start)}, not readable by the host"
        return f"{self.name} of {' × '.join(str(n) for n in self.extents)}{where}"

    def children(self):
        if 0 in self.extents or not is_readable(gdb.Value(self.start).cast(self.element.pointer()), 1):
            return
        yield from self.rows(self.start, "", self.extents, self.pitches)

    def rows(self, address, index, extents, pitches):
        for i in range(extents[0]):
            at = address + i * pitches[0]
            if len(extents) > 2:
                yield from self.rows(at, f"{index}[{i}]", extents[1:], pitches[1:])
            else:
                row = self.element.array(extents[1] - 1)
                yield f"{index}[{i}]", gdb.Value(at).cast(row.pointer()).dereference()

    def display_hint(self):
        return "array"


class Number:
    """A floating-point number of few bits: of its exponent, of its mantissa, and whether it has infinities."""

    def __init__(self, bits, exponent_bits, mantissa_bits, has_infinities=True):
        self.bits = bits
        self.exponent_bits = exponent_bits
        self.mantissa_bits = mantissa_bits
        self.has_infinities = has_infinities

    def value(self):
        fraction = self.bits & (1 << self.mantissa_bits) - 1
        largest = (1 << self.exponent_bits) - 1
        exponent = self.bits >> self.mantissa_bits & largest
        bias = largest >> 1
        sign = -1.0 if self.bits >> self.mantissa_bits + self.exponent_bits & 1 else 1.0
        if exponent == largest and self.has_infinities:
            return sign * math.inf if fraction == 0 else math.nan
        if exponent == largest and fraction == (1 << self.mantissa_bits) - 1:
            return math.nan
        if exponent == 0:
            return sign * math.ldexp(fraction, 1 - bias - self.mantissa_bits)
        return sign * math.ldexp(fraction | 1 << self.mantissa_bits, exponent - bias - self.mantissa_bits)

    def to_string(self):
        return f"{self.value():.6g}"


def bits_of(value):
    """The bytes of a value as a number, whatever its type."""
    return int.from_bytes(gdb.selected_inferior().read_memory(value.address, value.type.sizeof), "little") \
        if value.address is not None else int(value["bits_"] if has(value, "bits_") else value["bits"])


def has(value, member):
    return value.type.strip_typedefs().code in (gdb.TYPE_CODE_STRUCT, gdb.TYPE_CODE_UNION) and \
        any(f.name == member for f in value.type.strip_typedefs().fields())


def memory(name):
    return lambda v: Elements(name, v["memory_"]["data_"], v.type.template_argument(0),
                              int(v["memory_"]["bytes_"]) // v.type.template_argument(0).sizeof)


def numbers(array):
    return [int(array[i]) for i in range(array.type.strip_typedefs().range()[1] + 1)]


def view(name, v):
    return Rows(name, v["start"], v.type.template_argument(0), numbers(v["extents"]), numbers(v["pitches"]))


def pitched_buffer(v):
    extents = numbers(v["extents_"]["_M_elems"] if has(v["extents_"], "_M_elems") else v["extents_"]["__elems_"])
    pitch = int(v["pitch_"])
    return Rows("kcc::PitchedBuffer", v["memory_"]["data_"], v.type.template_argument(0), extents,
                [pitch * extents[1], pitch] if len(extents) == 3 else [pitch])


def span(v):
    """For programs without libstdc++'s own printers, which come first."""
    element = v.type.template_argument(0)
    extent = int(v.type.template_argument(1))
    if has(v, "_M_ptr"):
        count = v["_M_extent"]["_M_extent_value"] if extent + 1 & (1 << 64) - 1 == 0 else extent
        return Elements("std::span", v["_M_ptr"], element, count)
    return Elements("std::span", v["__data_"], element, v["__size_"] if has(v, "__size_") else extent)


PRINTERS = {
    "kcc::Buffer": memory("kcc::Buffer"),
    "kcc::GrowableBuffer": memory("kcc::GrowableBuffer"),
    "kcc::IpcBuffer": memory("kcc::IpcBuffer"),
    "kcc::ManagedBuffer": memory("kcc::ManagedBuffer"),
    "kcc::PinnedBuffer": memory("kcc::PinnedBuffer"),
    "kcc::BufferView": lambda v: Elements("kcc::BufferView", v["data_"], v.type.template_argument(0), v["size_"]),
    "kcc::PitchedView": lambda v: view("kcc::PitchedView", v),
    "kcc::PitchedBufferView": lambda v: view("kcc::PitchedBufferView", v["elements_"]),
    "kcc::PitchedBuffer": pitched_buffer,
    "kcc::float16": lambda v: Number(bits_of(v), 5, 10),
    "kcc::bfloat16": lambda v: Number(bits_of(v), 8, 7),
    "__bf16": lambda v: Number(bits_of(v), 8, 7),
    "kcc::float8_e4m3": lambda v: Number(bits_of(v), 4, 3, has_infinities=False),
    "kcc::float8_e5m2": lambda v: Number(bits_of(v), 5, 2),
    "std::span": span,
    "std::__1::span": span,
}


class Printers:
    name = "kcc"
    enabled = True
    subprinters = None

    def __call__(self, value):
        plain = value.type.strip_typedefs().unqualified()
        make = PRINTERS.get((plain.name or "").split("<")[0])
        return make(value.cast(plain) if value.type.code == gdb.TYPE_CODE_TYPEDEF else value) if make else None


def register():
    gdb.pretty_printers[:] = [p for p in gdb.pretty_printers if getattr(p, "name", "") != Printers.name]
    gdb.pretty_printers.append(Printers())
