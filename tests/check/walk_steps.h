// What the threads of random_walks do.
#ifndef KCC_TESTS_CHECK_WALK_STEPS_H
#define KCC_TESTS_CHECK_WALK_STEPS_H

/// Thread i accesses the elements `first + i * step + k * stride` for each k below `count`.
struct Walk {
  enum Kind : int { read, write, add };
  int kind, bytes; ///< of each element: 1, 4 or 8
  int first, step, stride, count;
  int waits; ///< the block then waits for all its threads
};

#endif
