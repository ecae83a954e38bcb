// What a thread does at a time.
#ifndef KCC_TESTS_CHECK_ORDER_STEPS_H
#define KCC_TESTS_CHECK_ORDER_STEPS_H

struct Step {
  enum Kind : unsigned char {
    nothing,
    sync,
    read, ///< of word `place`
    write,
    read_byte, ///< byte `number` of it
    write_byte,
    load, ///< relaxed
    add,
    release, ///< by counting in counter `place`
    pass_on, ///< acquires, too
    wait     ///< until counter `place` is at least `number`
  };
  unsigned char kind, place;
  unsigned short number;
};

#endif
