// Made by fit.py: do not edit. Polynomials, from the constant on.
#ifndef KCC_DEVICELIB_MATH_COEFFICIENTS_H
#define KCC_DEVICELIB_MATH_COEFFICIENTS_H

// clang-format off
namespace kcc::math {

// (e^r - 1 - r) / r^2: error 2^-27.8 on [-0.34660825, 0.34660825]
inline constexpr float exp_tail_f32[] = {0x1.0000000p-1f, 0x1.5555540p-3f, 0x1.5555020p-5f, 0x1.11134a0p-7f, 0x1.6d2e040p-10f, 0x1.9d6bc80p-13f};

// (e^r - 1 - r) / r^2: error 2^-58.1 on [-0.34660825, 0.34660825]
inline constexpr double exp_tail_f64[] = {0x1.0000000000000p-1, 0x1.5555555555557p-3, 0x1.5555555555551p-5, 0x1.1111111110055p-7, 0x1.6c16c16c19288p-10, 0x1.a01a01ac1b38dp-13, 0x1.a01a01943c5e5p-16, 0x1.71de01b5a284bp-19, 0x1.27e5094a5151ep-22, 0x1.af4eb95487691p-26, 0x1.1f24dd06ac97cp-29};

// (atanh(f) / f - 1 - s / 3) / s^2 of s = f^2: error 2^-21.3 on [0.0, 0.02945]
inline constexpr float log_tail_f32[] = {0x1.9999a40p-3f, 0x1.247a0c0p-3f, 0x1.d80eb40p-4f};

// (atanh(f) / f - 1 - s / 3) / s^2 of s = f^2: error 2^-54.0 on [0.0, 0.02945]
inline constexpr double log_tail_f64[] = {0x1.999999999999ap-3, 0x1.2492492492204p-3, 0x1.c71c71c7b4d70p-4, 0x1.745d16c64b969p-4, 0x1.3b13e9daf12acp-4, 0x1.1102c8e02bd05p-4, 0x1.e5ff420369a9cp-5, 0x1.5e11b2d9113f1p-5, 0x1.0a8c3309235fep-3};

// sin(pi r) / r of s = r^2: error 2^-33.2 on [0.0, 0.0625]
inline constexpr float sinpi_f32[] = {0x1.921fb60p+1f, -0x1.4abbce0p+2f, 0x1.466b840p+1f, -0x1.32b58e0p-1f, 0x1.46b84a0p-4f};
inline constexpr float sinpi_f32_low[] = {-0x1.778a180p-24f};

// (cos(pi r) - 1) / s of s = r^2: error 2^-33.4 on [0.0, 0.0625]
inline constexpr float cospi_f32[] = {-0x1.3bd3cc0p+2f, 0x1.03c1f00p+2f, -0x1.55d3200p+0f, 0x1.e16f320p-3f, -0x1.83a51e0p-6f};
inline constexpr float cospi_f32_low[] = {-0x1.37c6ba0p-23f};

// sin(pi r) / r of s = r^2: error 2^-63.6 on [0.0, 0.0625]
inline constexpr double sinpi_f64[] = {0x1.921fb54442d18p+1, -0x1.4abbce625be53p+2, 0x1.466bc6775ab84p+1, -0x1.32d2cce63e517p-1, 0x1.507834a95982bp-4, -0x1.e307926a9346fp-8, 0x1.e93e753dd6d54p-12, -0x1.9b35a1672e6b1p-16, 0x1.68c3a8442efa7p-17};
inline constexpr double sinpi_f64_low[] = {0x1.1a6262ca264e1p-53};

// (cos(pi r) - 1) / s of s = r^2: error 2^-64.0 on [0.0, 0.0625]
inline constexpr double cospi_f64[] = {-0x1.3bd3cc9be45dep+2, 0x1.03c1f081b5ac4p+2, -0x1.55d3c7e3cc178p+0, 0x1.e1f5068972f48p-3, -0x1.a6d1f340515c5p-6, 0x1.f9d4c6226f990p-10, -0x1.b8437ada9c1cfp-14, 0x1.f02ed842ae687p-18, -0x1.934bbc68cc9e6p-17};
inline constexpr double cospi_f64_low[] = {-0x1.692b712e881b2p-52};

// (sinh(x) / x - 1) / s of s = x^2: error 2^-54.0 on [0.0, 1.0]
inline constexpr double sinh_tail_f64[] = {0x1.5555555555555p-3, 0x1.11111111111d9p-7, 0x1.a01a019ff8246p-13, 0x1.71de3a7dddb41p-19, 0x1.ae6424eebe440p-26, 0x1.6144e6e9e2ed5p-33, 0x1.98c33502b0e3bp-41, 0x1.d97dae2b813bdp-47};

// (1 + 2x) erfcx(x) of t = (x - 4) / (x + 4): error 2^-24.4 on [-1.0, 0.9999]
inline constexpr float erfcx_f32[] = {0x1.3ba5900p+0f, -0x1.1df1ac0p-3f, 0x1.f819d80p-7f, 0x1.16ec580p-4f, -0x1.9e0fa80p-4f, 0x1.7ff4840p-4f, -0x1.0eceba0p-4f, 0x1.30446c0p-5f, -0x1.10503c0p-6f, 0x1.4d07920p-8f, -0x1.7e36140p-12f, -0x1.048b720p-12f};
inline constexpr float erfcx_f32_low[] = {0x1.b961700p-26f};

// (1 + 2x) erfcx(x) of t = (x - 4) / (x + 4): error 2^-56.9 on [-1.0, 0.9999]
inline constexpr double erfcx_f64[] = {0x1.3ba5916e9fd7fp+0, -0x1.1df1ad154a28ep-3, 0x1.f7f5df66fd6bap-7, 0x1.16ecefcfa5346p-4, -0x1.9ddb23c3e89f1p-4, 0x1.7fee004e130fap-4, -0x1.0fb06dfe52659p-4, 0x1.3079edf669a78p-5, -0x1.096238838e807p-6, 0x1.49c6728d92105p-8, -0x1.8d4a9b07a8b6bp-11, -0x1.a1df2abf0d2fbp-13, 0x1.3be04c5b66f75p-13, -0x1.9958aae0be380p-16, -0x1.78862ea9d1627p-17, 0x1.7f23675fec6d2p-18, 0x1.39842bffbb2cdp-22, -0x1.bae01074976b2p-21, 0x1.4cada22590bfbp-24, 0x1.d8dd6e9290f53p-24, -0x1.61165d89316d7p-26, -0x1.f96df88a5793ap-27, 0x1.b32f7d8abe692p-29, 0x1.ec325005efc55p-30, -0x1.23d4f62d5e23dp-32, -0x1.2e6deffa96392p-33};
inline constexpr double erfcx_f64_low[] = {-0x1.9e499e6d72d49p-55};

// erfcx's polynomial's derivative, roughly: error 2^-4.5 on [-1.0, 0.9]
inline constexpr float erfcx_slope[] = {-0x1.f70dc80p-4f, 0x1.7261580p-3f, -0x1.07a7d60p-4f, -0x1.0124dc0p+0f, 0x1.0f960a0p+0f};

// erfinv(x) / x of w - 3.125, w = -log(1 - x^2): error 2^-23.5 on [-3.125, 3.125]
inline constexpr float erfinv_centre_f32[] = {0x1.a755ea0p+0f, 0x1.ebd7f80p-3f, -0x1.8b76e80p-8f, -0x1.843a260p-11f, 0x1.88ba660p-13f, -0x1.d498ac0p-17f, -0x1.997a380p-20f, 0x1.d4754a0p-22f, -0x1.283b000p-27f, -0x1.5dbb5e0p-28f};

// erfinv(x) / x of w - 3.125, w = -log(1 - x^2): error 2^-56.0 on [-3.125, 3.125]
inline constexpr double erfinv_centre_f64[] = {0x1.a755e7c99ae86p+0, 0x1.ebd80d9b13df9p-3, -0x1.8b6c33114eb79p-8, -0x1.8457694834f3cp-11, 0x1.879c2a20b7b0ap-13, -0x1.d1d1f7ca816d5p-17, -0x1.6e8a53cec95d9p-20, 0x1.c6b4f89de8805p-22, -0x1.f36ced46bc727p-26, -0x1.1a9eb4c06b2dep-28, 0x1.20f537928fe60p-30, -0x1.dc3e13d026fd5p-35, -0x1.c8a4645ce9d83p-37, 0x1.72306abf1531cp-39, -0x1.6bcacbb7b0556p-44, -0x1.681e6954d18d7p-45, 0x1.d6924506d8132p-48, -0x1.a145ff9889d7cp-55, -0x1.1bdc0ba28ebf1p-53, 0x1.28f4463d845abp-56, 0x1.8b8efba68da07p-61, -0x1.c6af444530955p-62, 0x1.4c9cd44859ff4p-66, 0x1.5ba5869e3631cp-68, -0x1.823359ae8ca9ep-72, -0x1.be002d5acd3ddp-76};

// erfcinv(q) of s - 3.375, s = sqrt(-log(q (2 - q))): error 2^-24.7 on [-0.875, 0.875]
inline constexpr float erfinv_near_f32[] = {0x1.9ad43e0p+1f, 0x1.01adec0p+0f, 0x1.f34d3a0p-9f, -0x1.0cc3b00p-9f, 0x1.80839a0p-11f, -0x1.ab8b840p-13f, 0x1.27edbe0p-16f, 0x1.b2b3ba0p-17f};

// erfcinv(q) of s - 3.375, s = sqrt(-log(q (2 - q))): error 2^-56.2 on [-0.875, 0.875]
inline constexpr double erfinv_near_f64[] = {0x1.9ad43d02fae53p+1, 0x1.01aded2feb39cp+0, 0x1.f391d4a8f2e9ep-9, -0x1.0ce5083b0a576p-9, 0x1.7b84d9a70f571p-11, -0x1.a2b99cf4a17e2p-13, 0x1.1bee594c18143p-15, 0x1.910970e07458ep-18, -0x1.1fa4e76b1cc46p-17, 0x1.14a503395c961p-18, -0x1.026b2fb80dbb0p-20, -0x1.393cec0d63549p-23, 0x1.f65e786eeaa3cp-23, -0x1.a011c341d5ec8p-24, 0x1.a567a4906f734p-27, 0x1.30ed86af26548p-27, -0x1.c2dadfa626accp-28, 0x1.c535738a6d5b7p-30, 0x1.efb9992b94d7dp-32, -0x1.4d3c616eef581p-32};

// erfcinv(q) of s - 6.875, s = sqrt(-log(q (2 - q))): error 2^-25.9 on [-2.625, 3.475]
inline constexpr float erfinv_far_f32[] = {0x1.af8c480p+2f, 0x1.023bbe0p+0f, -0x1.0dab1a0p-11f, 0x1.7fb7500p-19f, 0x1.e1921c0p-18f, -0x1.e5be6c0p-20f, 0x1.6d7dce0p-22f, -0x1.399b440p-24f, 0x1.02b56a0p-26f, -0x1.91df1e0p-30f};

// erfcinv(q) of s - 6.875, s = sqrt(-log(q (2 - q))): error 2^-53.8 on [-2.625, 3.475]
inline constexpr double erfinv_far_f64[] = {0x1.af8c4860e299dp+2, 0x1.023bbcf015becp+0, -0x1.0db30eb633ecfp-11, 0x1.917d8b5279495p-19, 0x1.df71fb3ea6a56p-18, -0x1.f6f52da907dd9p-20, 0x1.885c5fa685aa4p-22, -0x1.1023461632d93p-24, 0x1.61d79b9d4c275p-27, -0x1.b8f94b4fcd537p-30, 0x1.0a5f0c90b8158p-32, -0x1.3a4451ba72f3ep-35, 0x1.6b346a7a1ecf5p-38, -0x1.93f75cdd56610p-41, 0x1.b13e6ea9daf02p-44, -0x1.1e3a16c6db019p-46, 0x1.badc7bad77278p-49, -0x1.9944fccbf1053p-55, -0x1.6078507e7d232p-53, -0x1.293a4c9d7bec0p-58, 0x1.2ca806a64710dp-56, -0x1.1a78050d525f1p-59, -0x1.6c39fe83de19ep-61, 0x1.8a73d16c2511cp-63, -0x1.b51362c5f5b2cp-67};

// erfcinv(q) of s - 18.75, s = sqrt(-log(q (2 - q))): error 2^-55.8 on [-8.55, 8.55]
inline constexpr double erfinv_last_f64[] = {0x1.2accb1f833cb1p+4, 0x1.00a95aec1787ep+0, -0x1.a41503ab975d9p-14, 0x1.0cd636931588ap-18, -0x1.585630afc3d57p-23, 0x1.afb031151452fp-28, -0x1.01b621218783ap-32, 0x1.166d686a34ff7p-37, -0x1.d64b7268a80c4p-43, 0x1.39f5ec8ef2e53p-50, 0x1.e587b3ec0b5ddp-52, -0x1.a3e0b7997538fp-55, 0x1.0381974e71970p-58, -0x1.19e6a511d4e16p-62, 0x1.2fd4433ea76dfp-66, -0x1.3c4380d710858p-70, 0x1.b4fda2a883d7ep-75, -0x1.11618bff59556p-79, 0x1.bd8144ca176d1p-82, -0x1.1f7c34c18b685p-85, -0x1.eacd211f2fc99p-91, 0x1.c93982a8bc3a5p-94, 0x1.400d6696afc95p-97, -0x1.6357b0ab829d3p-101};

// x (log(gamma(x)) - (x - 1/2) log(x) + x - log(2 pi) / 2) of 1 / x^2: error 2^-24.9 on [0.0, 0.04]
inline constexpr float stirling_f32[] = {0x1.5555560p-4f, -0x1.6c122e0p-9f, 0x1.923f140p-11f};

// x (log(gamma(x)) - (x - 1/2) log(x) + x - log(2 pi) / 2) of 1 / x^2: error 2^-54.0 on [0.0, 0.0069444444]
inline constexpr double stirling_f64[] = {0x1.5555555555555p-4, -0x1.6c16c16c08c17p-9, 0x1.a01a004be7188p-11, -0x1.380ff1f674be7p-11, 0x1.b46ce08243f9ap-11, -0x1.4a796b758232cp-13, -0x1.4cee91804d817p-3, 0x1.9d8b0a82ad841p+2};

// (1 / gamma(2 + t) - 1) / t: error 2^-27.6 on [-0.5, 0.5]
inline constexpr float reciprocal_gamma_f32[] = {-0x1.b0ee600p-2f, -0x1.dd60400p-3f, 0x1.875b120p-3f, -0x1.9244ae0p-6f, -0x1.2149280p-6f, 0x1.06f0f80p-7f, -0x1.7faa420p-11f, -0x1.82da020p-12f};
inline constexpr float reciprocal_gamma_f32_low[] = {-0x1.7b2afc0p-27f};

// (1 / gamma(2 + t) - 1) / t: error 2^-63.0 on [-0.5, 0.5]
inline constexpr double reciprocal_gamma_f64[] = {-0x1.b0ee6072093cep-2, -0x1.dd603fb6ac11bp-3, 0x1.875ac5782250ap-3, -0x1.92449b66f2a7ep-6, -0x1.2119851175910p-6, 0x1.06e8179e679b1p-7, -0x1.a5b350a633f8ap-11, -0x1.7a5da9eca04c6p-12, 0x1.3156554675a24p-13, -0x1.265ee439ce7bbp-16, -0x1.5b7ceb663b94cp-19, 0x1.674cfb9f8d249p-20, -0x1.b9550d158a6dfp-23, -0x1.58c72cfc53cb9p-33, 0x1.b57ed85b3b849p-28, -0x1.5cd8bf5581afap-30};
inline constexpr double reciprocal_gamma_f64_low[] = {-0x1.6fbdbb4bf5042p-58};

// log(gamma(2 + t)) / t: error 2^-28.1 on [-0.5, 0.5]
inline constexpr float log_gamma_f32[] = {0x1.b0ee600p-2f, 0x1.4a34cc0p-2f, -0x1.13dfea0p-4f, 0x1.51347a0p-6f, -0x1.e427720p-8f, 0x1.79944e0p-9f, -0x1.346dbc0p-10f, 0x1.28fa4c0p-11f, -0x1.1dca280p-12f};
inline constexpr float log_gamma_f32_low[] = {0x1.a6f8760p-28f};

// log(gamma(2 + t)) / t: error 2^-59.5 on [-0.5, 0.5]
inline constexpr double log_gamma_f64[] = {0x1.b0ee6072093cep-2, 0x1.4a34cc4a60fa6p-2, -0x1.13e001a55760ap-4, 0x1.51322ac7d874bp-6, -0x1.e404fc218d9b2p-8, 0x1.7add6ead6879fp-9, -0x1.38ac5c2d5aff5p-10, 0x1.0b36afa8333dfp-11, -0x1.d3fd4b5c4b6b4p-13, 0x1.a127a02597d7ep-14, -0x1.78de9ca4b5c13p-15, 0x1.581057162915cp-16, -0x1.3cb38c5cc1e9bp-17, 0x1.255a7fb57fcc4p-18, -0x1.1279e142aaac5p-19, 0x1.03f7b0a4f78d8p-20, -0x1.cde6897930ca3p-22, 0x1.88b21ff1de605p-23, -0x1.205df6f273f16p-23, 0x1.581470657a8e4p-24};
inline constexpr double log_gamma_f64_low[] = {0x1.70c5b7955292dp-58};

} // namespace kcc::math
// clang-format on

#endif
