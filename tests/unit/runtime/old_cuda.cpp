// A driver that lacks most functions, like one that is many years old.
extern "C" int cuInit(unsigned) {
  return 0;
}
extern "C" int cuDriverGetVersion(int *version) {
  *version = 5000;
  return 0;
}
