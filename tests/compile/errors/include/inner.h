inline int broken(int value) { return value + missing; }
inline void *allocate(unsigned long size);
