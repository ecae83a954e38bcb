kcc_device_functions(cpu --target=${CMAKE_SYSTEM_PROCESSOR}-unknown-linux-gnu -fPIC)
