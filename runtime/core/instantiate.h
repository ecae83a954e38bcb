// Explicit instantiation of a template that a public header declares. GCC does not give it the visibility of
// that declaration.
#ifndef KCC_RUNTIME_CORE_INSTANTIATE_H
#define KCC_RUNTIME_CORE_INSTANTIATE_H

#ifdef KCC_RUNTIME_SHARED
#define KCC_INSTANTIATE template __attribute__((visibility("default")))
#else
#define KCC_INSTANTIATE template
#endif

#endif
