// A write through a pointer that only ever points to a constant variable is as certain as one by name.
// FAIL: %kcc %s -o %t.ptx
// FAIL: %kcc -O0 --target=cpu --emit=obj %s -o %t.o
#include <array>
#include <kcc/device.h>

[[kcc::constant]] int by_call[4], by_chain[4], by_pointer[4], by_loop[4], by_reference, by_result[4];
[[kcc::constant]] std::array<int, 4> by_operator;

[[gnu::noinline]] void set(int *place) { *place = 1; }
// ERROR@-1:49: error: kernel 'k' writes 'by_call', which is in constant memory: only the host writes it, between launches; remove [[kcc::constant]] from the variable, or write to another one
void set_last(int *place) {
  for (int i = 0; i < 4; ++i)
    place++[0] += i;
    // ERROR@-1:16: error: kernel 'k' writes 'by_chain', which is in constant memory: only the host writes it, between launches; remove [[kcc::constant]] from the variable, or write to another one
}
int *next(int *place) { return place + 1; }

[[kcc::kernel]] void k(int *out, int i) {
  set(by_call);
  // ERROR@-1:3: note: called by 'k' here
  set_last(&by_chain[1]);
  // ERROR@-1:3: note: called by 'k' here
  int *place = nullptr;
  place = by_pointer;
  place[2] = 4;
  // ERROR@-1:12: error: kernel 'k' writes 'by_pointer', which is in constant memory: only the host writes it, between launches; remove [[kcc::constant]] from the variable, or write to another one
  for (int &value : by_loop)
    value = *out;
    // ERROR@-1:11: error: kernel 'k' writes 'by_loop', which is in constant memory: only the host writes it, between launches; remove [[kcc::constant]] from the variable, or write to another one
  int &reference = by_reference;
  __atomic_fetch_add(&reference, 1, __ATOMIC_RELAXED);
  // ERROR@-1:3: error: kernel 'k' writes 'by_reference', which is in constant memory: only the host writes it, between launches; remove [[kcc::constant]] from the variable, or write to another one
  *next(by_result) = 3;
  // ERROR@-1:20: error: kernel 'k' writes 'by_result', which is in constant memory: only the host writes it, between launches; remove [[kcc::constant]] from the variable, or write to another one
  by_operator[i] = 2;
  // ERROR@-1:18: error: kernel 'k' writes 'by_operator', which is in constant memory: only the host writes it, between launches; remove [[kcc::constant]] from the variable, or write to another one
  *next(out) = by_call[0]; // not a constant one
}

// Only code that no kernel calls with a constant variable writes here.
[[kcc::constant]] int good[4];
void host() { set_last(good); }
[[kcc::kernel]] void l(int *out) {
  set_last(out);
  *out = good[1];
}
