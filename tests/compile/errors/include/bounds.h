inline void check(unsigned long i, unsigned long size) {
  if (i >= size)
    throw i;
}
