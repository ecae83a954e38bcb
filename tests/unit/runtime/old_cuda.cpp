// A driver that lacks most functions, as one of many years ago.
extern "C" int cuInit(unsigned) {
  return 0;
}
extern "C" int cuDriverGetVersion(int *version) {
  *version = 5000;
  return 0;
}
