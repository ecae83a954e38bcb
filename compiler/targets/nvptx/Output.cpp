#include "targets/nvptx/Output.h"
#include "kcc/abi/output_ring.h"
#include "lowering/Output.h"
#include <cstddef>

namespace kcc::compiler {

// The assembly below uses these offsets.
static_assert(offsetof(abi::OutputControl, reserved) == 0 && offsetof(abi::OutputControl, finished) == 8 &&
              offsetof(abi::OutputControl, dropped) == 16 && offsetof(abi::OutputControl, failed) == 24 &&
              offsetof(abi::OutputControl, channel) == 32 && offsetof(abi::OutputControl, capacity) == 40);
static_assert(offsetof(abi::OutputChannel, consumed) == 0 && offsetof(abi::OutputChannel, overflowed) == 8 &&
              offsetof(abi::OutputChannel, failure) == 64 && sizeof(abi::OutputChannel) == 64 + 8192);
static_assert(abi::first_failure == abi::OutputKind{3} && abi::output_header_bytes == 48 &&
              abi::max_output_payload == 8128 && abi::failure_place == std::uint64_t{1} << 63 &&
              static_cast<std::int64_t>(abi::output_tag) == -7116723208242838003);

// The position of a message is a number that only grows; its place in the ring is position & (capacity - 1).
// A thread that adds to `reserved` owns [position, position + bytes), even if it turns out that the host has
// not read that far yet: such a gap is never written, and the host skips it (runtime/cuda/output.h). A record
// is valid once its tag is written, after a fence.
//
// A failure has separate memory, for the first thread that claims it. Another failing thread must not trap
// while the first one is still writing, because a trap ends everything: it only ends itself.
static constexpr char Text[] = R"(
@kcc_output = addrspace(1) global ptr addrspace(1) null, align 8

declare void @llvm.trap()
declare void @llvm.nvvm.exit()
declare i32 @llvm.umin.i32(i32, i32)
declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.y()
declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.z()
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.tid.y()
declare i32 @llvm.nvvm.read.ptx.sreg.tid.z()

; The address of a record's byte.
define ptr addrspace(1) @kcc.output.address(i64 %place, i64 %offset) {
  %control = load ptr addrspace(1), ptr addrspace(1) @kcc_output
  %channel.at = getelementptr i8, ptr addrspace(1) %control, i64 32
  %channel = load ptr addrspace(1), ptr addrspace(1) %channel.at
  %capacity.at = getelementptr i8, ptr addrspace(1) %control, i64 40
  %capacity = load i64, ptr addrspace(1) %capacity.at
  %failure = icmp slt i64 %place, 0
  %bytes = select i1 %failure, i64 8192, i64 %capacity
  %start = select i1 %failure, i64 64, i64 8256
  %mask = sub i64 %bytes, 1
  %far = add i64 %place, %offset
  %near = and i64 %far, %mask
  %index = add i64 %start, %near
  %address = getelementptr i8, ptr addrspace(1) %channel, i64 %index
  ret ptr addrspace(1) %address
}

define void @kcc.output.pair(i64 %place, i64 %offset, i32 %first, i32 %second) {
  %low = zext i32 %first to i64
  %wide = zext i32 %second to i64
  %high = shl i64 %wide, 32
  %word = or i64 %high, %low
  %address = call ptr addrspace(1) @kcc.output.address(i64 %place, i64 %offset)
  store i64 %word, ptr addrspace(1) %address
  ret void
}

define i64 @kcc.output.size(i32 %payload) {
  %cut = call i32 @llvm.umin.i32(i32 %payload, i32 8128)
  %all = add i32 %cut, 63
  %whole = and i32 %all, -16
  %size = zext i32 %whole to i64
  ret i64 %size
}

; The place of a new record, whose header is complete except for the tag; -1 if the host does not read or the
; ring is full.
define i64 @__kcc_output_begin(i32 %kind, i32 %payload) noinline {
entry:
  %control = load ptr addrspace(1), ptr addrspace(1) @kcc_output
  %nobody = icmp eq ptr addrspace(1) %control, null
  br i1 %nobody, label %none, label %some
none:
  ret i64 -1
some:
  %is.failure = icmp uge i32 %kind, 3
  br i1 %is.failure, label %failure, label %message
failure:
  %failed = getelementptr i8, ptr addrspace(1) %control, i64 24
  %taken = atomicrmw xchg ptr addrspace(1) %failed, i32 1 syncscope("device") monotonic
  %first = icmp eq i32 %taken, 0
  br i1 %first, label %header, label %late
late:
  call void @llvm.nvvm.exit()
  unreachable
message:
  %size = call i64 @kcc.output.size(i32 %payload)
  %channel.at = getelementptr i8, ptr addrspace(1) %control, i64 32
  %channel = load ptr addrspace(1), ptr addrspace(1) %channel.at
  %capacity.at = getelementptr i8, ptr addrspace(1) %control, i64 40
  %capacity = load i64, ptr addrspace(1) %capacity.at
  %seen = load atomic i64, ptr addrspace(1) %control syncscope("device") monotonic, align 8
  %consumed = load atomic i64, ptr addrspace(1) %channel monotonic, align 8
  %seen.end = add i64 %seen, %size
  %seen.used = sub i64 %seen.end, %consumed
  %seen.full = icmp sgt i64 %seen.used, %capacity
  br i1 %seen.full, label %full, label %reserve
reserve:
  %place = atomicrmw add ptr addrspace(1) %control, i64 %size syncscope("device") monotonic
  %end = add i64 %place, %size
  %used = sub i64 %end, %consumed
  %no.room = icmp sgt i64 %used, %capacity
  br i1 %no.room, label %hole, label %header
hole:
  %finished = getelementptr i8, ptr addrspace(1) %control, i64 8
  %f = atomicrmw add ptr addrspace(1) %finished, i64 %size syncscope("device") monotonic
  br label %full
full:
  %dropped = getelementptr i8, ptr addrspace(1) %control, i64 16
  %d = atomicrmw add ptr addrspace(1) %dropped, i64 1 syncscope("device") monotonic
  %overflowed = getelementptr i8, ptr addrspace(1) %channel, i64 8
  store atomic i64 1, ptr addrspace(1) %overflowed monotonic, align 8
  ret i64 -1
header:
  %at = phi i64 [ -9223372036854775808, %failure ], [ %place, %reserve ]
  %bytes = call i32 @llvm.umin.i32(i32 %payload, i32 8128)
  %bx = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %by = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.y()
  %bz = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.z()
  %tx = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %ty = call i32 @llvm.nvvm.read.ptx.sreg.tid.y()
  %tz = call i32 @llvm.nvvm.read.ptx.sreg.tid.z()
  call void @kcc.output.pair(i64 %at, i64 8, i32 %bytes, i32 %kind)
  call void @kcc.output.pair(i64 %at, i64 16, i32 %bx, i32 %by)
  call void @kcc.output.pair(i64 %at, i64 24, i32 %bz, i32 %tx)
  call void @kcc.output.pair(i64 %at, i64 32, i32 %ty, i32 %tz)
  ret i64 %at
}

; Copies to the payload, in words of 8 bytes: single bytes would each be a transfer of their own.
define void @__kcc_output_put(i64 %place, i32 %offset, ptr %from, i32 %bytes) noinline {
entry:
  %given.up = icmp eq i64 %place, -1
  br i1 %given.up, label %done, label %fits
fits:
  %begin = call i32 @llvm.umin.i32(i32 %offset, i32 8128)
  %room = sub i32 8128, %begin
  %count = call i32 @llvm.umin.i32(i32 %bytes, i32 %room)
  br label %words
words:
  %i = phi i32 [ 0, %fits ], [ %i.next, %store ]
  %more = icmp ult i32 %i, %count
  br i1 %more, label %bytes.of, label %done
bytes.of:
  %b = phi i32 [ 0, %words ], [ %b.next, %add ]
  %word = phi i64 [ 0, %words ], [ %word.next, %add ]
  %index = add i32 %i, %b
  %in.word = icmp ult i32 %b, 8
  %in.data = icmp ult i32 %index, %count
  %take = and i1 %in.word, %in.data
  br i1 %take, label %add, label %store
add:
  %at = getelementptr i8, ptr %from, i32 %index
  %byte = load i8, ptr %at
  %wide = zext i8 %byte to i64
  %bits = shl i32 %b, 3
  %shift = zext i32 %bits to i64
  %moved = shl i64 %wide, %shift
  %word.next = or i64 %word, %moved
  %b.next = add i32 %b, 1
  br label %bytes.of
store:
  %payload = add i32 %begin, 48
  %where = add i32 %payload, %i
  %where.wide = zext i32 %where to i64
  %address = call ptr addrspace(1) @kcc.output.address(i64 %place, i64 %where.wide)
  store i64 %word, ptr addrspace(1) %address
  %i.next = add i32 %i, 8
  br label %words
done:
  ret void
}

define void @__kcc_output_end(i64 %place, i32 %payload) noinline {
entry:
  %given.up = icmp eq i64 %place, -1
  br i1 %given.up, label %done, label %publish
publish:
  %address = call ptr addrspace(1) @kcc.output.address(i64 %place, i64 0)
  %tag = xor i64 %place, -7116723208242838003
  fence release
  store atomic i64 %tag, ptr addrspace(1) %address monotonic, align 8
  fence release
  %is.failure = icmp slt i64 %place, 0
  br i1 %is.failure, label %done, label %count
count:
  %size = call i64 @kcc.output.size(i32 %payload)
  %control = load ptr addrspace(1), ptr addrspace(1) @kcc_output
  %finished = getelementptr i8, ptr addrspace(1) %control, i64 8
  %f = atomicrmw add ptr addrspace(1) %finished, i64 %size syncscope("device") monotonic
  br label %done
done:
  ret void
}

define void @__kcc_output_stop() noinline cold noreturn {
  fence release
  call void @llvm.trap()
  unreachable
}
)";

void addOutput(llvm::Module &M) {
  linkText(M, Text);
}

} // namespace kcc::compiler
