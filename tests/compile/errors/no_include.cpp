// A forgotten #include gives no further messages about the attributes.
// FAIL: %kcc %s -o %t.ptx
[[kcc::kernel, kcc::launch_bounds(32), kcc::no_alias, kcc::ftz(true)]] void fill(std::span<int> values) { values[0] = 1; }
// ERROR@-1:82: error: use of undeclared identifier 'std'
// ERROR@-2:77: error: variable has incomplete type 'void'
// ERROR@-3:95: error: expected '(' for function-style cast or type construction
// ERROR@-4:97: error: use of undeclared identifier 'values'
// ERROR@-5:104: error: expected ';' after top level declarator
