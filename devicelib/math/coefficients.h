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

// (sin(r) / r - 1) / s of s = r^2: error 2^-25.0 on [0.0, 0.65]
inline constexpr float sin_tail_f32[] = {-0x1.5555560p-3f, 0x1.1111900p-7f, -0x1.a076ca0p-13f, 0x1.8360d60p-19f};

// (cos(r) - 1 + s / 2) / s^2 of s = r^2: error 2^-25.0 on [0.0, 0.65]
inline constexpr float cos_tail_f32[] = {0x1.5555560p-5f, -0x1.6c17c60p-10f, 0x1.a0df720p-16f, -0x1.5163780p-22f};

// (sin(r) / r - 1) / s of s = r^2: error 2^-54.0 on [0.0, 0.65]
inline constexpr double sin_tail_f64[] = {-0x1.5555555555555p-3, 0x1.1111111110fe0p-7, -0x1.a01a019fcb0b0p-13, 0x1.71de39c52377fp-19, -0x1.ae6347b3711a7p-26, 0x1.60141c73c7d53p-33, -0x1.2f36e784f68d8p-42, -0x1.c2d99754c6226p-43};

// (cos(r) - 1 + s / 2) / s^2 of s = r^2: error 2^-54.0 on [0.0, 0.65]
inline constexpr double cos_tail_f64[] = {0x1.5555555555555p-5, -0x1.6c16c16c16a4cp-10, 0x1.a01a019fc1d4fp-16, -0x1.27e4fb0331eb0p-22, 0x1.1eecf97e82519p-29, -0x1.92de2c3ca2252p-37, 0x1.5518e05852a88p-45};

// (sinh(x) / x - 1) / s of s = x^2: error 2^-25.0 on [0.0, 1.0]
inline constexpr float sinh_tail_f32[] = {0x1.5555560p-3f, 0x1.1110c60p-7f, 0x1.a035680p-13f, 0x1.724ca80p-19f};

// (sinh(x) / x - 1) / s of s = x^2: error 2^-54.0 on [0.0, 1.0]
inline constexpr double sinh_tail_f64[] = {0x1.5555555555555p-3, 0x1.11111111111d9p-7, 0x1.a01a019ff8246p-13, 0x1.71de3a7dddb41p-19, 0x1.ae6424eebe440p-26, 0x1.6144e6e9e2ed5p-33, 0x1.98c33502b0e3bp-41, 0x1.d97dae2b813bdp-47};

// (tanh(x) / x - 1) / s of s = x^2: error 2^-25.0 on [0.0, 0.161]
inline constexpr float tanh_tail_f32[] = {-0x1.5555560p-2f, 0x1.11116a0p-3f, -0x1.ba2eac0p-5f, 0x1.65fac40p-6f, -0x1.05dcfe0p-7f};

// (tanh(x) / x - 1) / s of s = x^2: error 2^-54.0 on [0.0, 0.161]
inline constexpr double tanh_tail_f64[] = {-0x1.5555555555555p-2, 0x1.1111111110fe3p-3, -0x1.ba1ba1b9f42fep-5, 0x1.664f486fd5659p-6, -0x1.226e305fbebfdp-7, 0x1.d6d23a812ae10p-9, -0x1.7d7ad819f5f6ep-10, 0x1.32c8495bbcbe5p-11, -0x1.c2664fc841976p-13, 0x1.d610d7be07a82p-16, 0x1.998724fb0195ep-15};

// (asin(x) / x - 1) / s of s = x^2: error 2^-21.3 on [0.0, 0.2501]
inline constexpr float asin_tail_f32[] = {0x1.55555e0p-3f, 0x1.3326cc0p-4f, 0x1.70b2580p-5f, 0x1.b293760p-6f, 0x1.3871280p-5f};

// (asin(x) / x - 1) / s of s = x^2: error 2^-54.0 on [0.0, 0.2501]
inline constexpr double asin_tail_f64[] = {0x1.5555555555555p-3, 0x1.33333333334b4p-4, 0x1.6db6db6d96dbap-5, 0x1.f1c71c8589e68p-6, 0x1.6e8b9f797688ep-6, 0x1.1c4f245d2ce33p-6, 0x1.c98bd7b216a72p-7, 0x1.7b364ff468757p-7, 0x1.39c81527945f8p-7, 0x1.392bc7099c38bp-7, 0x1.217f9128ff37dp-9, 0x1.5faf66ae019c8p-6, -0x1.6522fa455206ep-6, 0x1.fe0fb1aedc840p-6};

// (atan(x) / x - 1) / s of s = x^2: error 2^-24.1 on [0.0, 1.0]
inline constexpr float atan_tail_f32[] = {-0x1.5555540p-2f, 0x1.99981c0p-3f, -0x1.246ace0p-3f, 0x1.c3d54e0p-4f, -0x1.6231200p-4f, 0x1.fe70360p-5f, -0x1.2416340p-5f, 0x1.b66ca20p-7f, -0x1.34cce80p-9f};

// (atan(x) / x - 1) / s of s = x^2: error 2^-54.1 on [0.0, 1.0]
inline constexpr double atan_tail_f64[] = {-0x1.5555555555555p-2, 0x1.9999999999870p-3, -0x1.2492492489ae6p-3, 0x1.c71c71c393761p-4, -0x1.745d16de8eeeap-4, 0x1.3b13a9d22bed1p-4, -0x1.1110b48427150p-4, 0x1.e1db68a1c1acdp-5, -0x1.aefd47cdbb3a3p-5, 0x1.853c5ba0be359p-5, -0x1.60bf4bb602ba6p-5, 0x1.3cd1c2b5c8bb6p-5, -0x1.13a8a07396ff3p-5, 0x1.c13192ae4162ep-6, -0x1.48ad9fe916fb2p-6, 0x1.9cb918c98af6bp-7, -0x1.a7be786532c71p-8, 0x1.509fd6ed54f2cp-9, -0x1.805892f606df8p-11, 0x1.16bf1d71ef42ep-13, -0x1.801152ec46092p-17};

// (e^r - 1 - r) / r^2: error 2^-58.0 on [-0.34660825, 0.34660825]
inline constexpr double exp_short_f64[] = {0x1.000000000000cp-1, 0x1.555555555555ap-3, 0x1.555555554fe0dp-5, 0x1.111111110efc3p-7, 0x1.6c16c18604e19p-10, 0x1.a01a01b2fd26ep-13, 0x1.a01995c187bccp-16, 0x1.71ddf00000000p-19, 0x1.28b0f00000000p-22, 0x1.af6dd00000000p-26};

// (2^r - 1) / r: error 2^-57.4 on [-0.5001, 0.5001]
inline constexpr double exp2_f64[] = {0x1.62e42fefa39efp-1, 0x1.ebfbdff82c5a6p-3, 0x1.c6b08d704a113p-5, 0x1.3b2ab6fb9fd79p-7, 0x1.5d87fe789faf3p-10, 0x1.4309130f7a413p-13, 0x1.ffcbfc7533fb5p-17, 0x1.62bfc630f76d8p-20, 0x1.b524e00000000p-24, 0x1.e61d900000000p-28, 0x1.ea04600000000p-32};

// (10^r - 1) / r: error 2^-56.7 on [-0.15053005, 0.15053005]
inline constexpr double exp10_f64[] = {0x1.26bb1bbb55516p+1, 0x1.53524c73cea78p+1, 0x1.0470591de2c22p+1, 0x1.2bd7609fd4ce4p+0, 0x1.1429ffd1dd0f4p-1, 0x1.a7ed70a29082ap-3, 0x1.16e4dfc8458e9p-4, 0x1.41165d39edfb2p-6, 0x1.4897800000000p-8, 0x1.2f75c00000000p-10, 0x1.fc14f00000000p-13};

// (atanh(f) / f - 1) / s of s = f^2: error 2^-55.8 on [0.0, 0.0401]
inline constexpr double atanh_short_f64[] = {0x1.555555555578fp-2, 0x1.99999998eb764p-3, 0x1.249249b551dd2p-3, 0x1.c71bff90dc115p-4, 0x1.747527dd944c3p-4, 0x1.384dc00000000p-4, 0x1.3ae3f00000000p-4};

// (sin(r) / r - 1) / s of s = r^2: error 2^-61.0 on [0.0, 2.4674504]
inline constexpr double sin_wide_f64[] = {-0x1.5555555555555p-3, 0x1.11111111110c4p-7, -0x1.a01a01a014912p-13, 0x1.71de3a5283b3ep-19, -0x1.ae6454c87f33ep-26, 0x1.6123ca69b33f0p-33, -0x1.ae42f00000000p-41, 0x1.8825900000000p-49};

// (sin(r) / r - 1) / s of s = r^2: error 2^-57.1 on [0.0, 0.65]
inline constexpr double sin_short_f64[] = {-0x1.5555555555545p-3, 0x1.111111110f190p-7, -0x1.a01a019b1e330p-13, 0x1.71de349793c82p-19, -0x1.ae5db00000000p-26, 0x1.5d5cf00000000p-33};

// (cos(r) - 1 + s / 2) / s^2 of s = r^2: error 2^-62.8 on [0.0, 0.65]
inline constexpr double cos_short_f64[] = {0x1.5555555555544p-5, -0x1.6c16c16c142f7p-10, 0x1.a01a019b69a79p-16, -0x1.27e4f72ee44d1p-22, 0x1.1ee9600000000p-29, -0x1.8f69b00000000p-37};

// (2 tan(r / 2) / r - 1) / s of s = r^2: error 2^-57.9 on [0.0, 0.65]
inline constexpr double half_tan_f64[] = {0x1.5555555555588p-4, 0x1.111111110b01fp-7, 0x1.ba1ba1c2195d1p-11, 0x1.664f45edc657fp-14, 0x1.226eadf68fc1cp-17, 0x1.d6b954160e04bp-21, 0x1.7f6b53b8a2afbp-24, 0x1.2319d00000000p-27, 0x1.5ecda00000000p-30};

// (e^r - 1 - r) / r^2: error 2^-57.9 on [-0.34660825, 0.4063]
inline constexpr double expm1_f64[] = {0x1.fffffffffffffp-2, 0x1.5555555555563p-3, 0x1.5555555555861p-5, 0x1.111111110d840p-7, 0x1.6c16c16b4d8b8p-10, 0x1.a01a01b6bee1ep-13, 0x1.a01a04b456c28p-16, 0x1.71ddf00000000p-19, 0x1.27df100000000p-22, 0x1.af62300000000p-26, 0x1.2802f00000000p-29};

// (sin(pi r) / r - pi) / s of s = r^2: error 2^-60.0 on [0.0, 0.25]
inline constexpr double sinpi_wide_f64[] = {-0x1.4abbce625be52p+2, 0x1.466bc6775aa62p+1, -0x1.32d2cce627521p-1, 0x1.507834852e3a8p-4, -0x1.e3074ded779f3p-8, 0x1.e8f363de8f522p-12, -0x1.6f7a400000000p-16, 0x1.9d32600000000p-21};

// (sin(pi r) / r - pi) / s of s = r^2: error 2^-57.8 on [0.0, 0.0625]
inline constexpr double sinpi_short_f64[] = {-0x1.4abbce625be45p+2, 0x1.466bc67758b59p+1, -0x1.32d2cce312e2cp-1, 0x1.50782fffaf5b5p-4, -0x1.e300900000000p-8, 0x1.e3fcf00000000p-12};

// (cos(pi r) - 1) / s of s = r^2: error 2^-60.3 on [0.0, 0.0625]
inline constexpr double cospi_short_f64[] = {-0x1.3bd3cc9be45dep+2, 0x1.03c1f081b5a8ap+2, -0x1.55d3c7e3c7bb5p+0, 0x1.e1f50682ad9bcp-3, -0x1.a6d1ec5dbee98p-6, 0x1.f9cc400000000p-10, -0x1.b262200000000p-14};

// (tanh(x) / x - 1) / s of s = x^2: error 2^-55.1 on [0.0, 0.4226]
inline constexpr double tanh_short_f64[] = {-0x1.5555555555489p-2, 0x1.1111111103918p-3, -0x1.ba1ba1b019a41p-5, 0x1.664f46a641a9ep-6, -0x1.226e0197c224ep-7, 0x1.d6ccb2371ec60p-9, -0x1.7d509c10ae7e2p-10, 0x1.32d004decdc46p-11, -0x1.dacdc88a69ad3p-13, 0x1.39b3c00000000p-14, -0x1.f649000000000p-17};

// (atan(x) / x - 1) / s of s = x^2: error 2^-54.8 on [0.0, 1.0]
inline constexpr double atan_short_f64[] = {-0x1.555555555541ap-2, 0x1.9999999980c5ap-3, -0x1.2492491f00efbp-3, 0x1.c71c707e40270p-4, -0x1.745d004904fedp-4, 0x1.3b129f918ddfep-4, -0x1.1108137e91f46p-4, 0x1.e1728824a2bbep-5, -0x1.ad1d412ff3526p-5, 0x1.7ea4fbb12139bp-5, -0x1.4eb77d4a37054p-5, 0x1.1620a177f24f2p-5, -0x1.a49a861e1e92fp-6, 0x1.13986fc0b1ee2p-6, -0x1.29122d0275d10p-7, 0x1.f0e9328db8042p-9, -0x1.2ad0111540152p-10, 0x1.c827200000000p-13, -0x1.4a2d800000000p-16};

// (atan(x) / x - 1) / s of s = x^2: error 2^-56.7 on [0.0, 0.3345]
inline constexpr double atan_third_f64[] = {-0x1.55555555554e3p-2, 0x1.999999998c7f1p-3, -0x1.2492492055982p-3, 0x1.c71c7063a05c3p-4, -0x1.745cf4b7a2beap-4, 0x1.3b118527bcaeap-4, -0x1.10f94415aa1ebp-4, 0x1.e0738936ec202p-5, -0x1.a749d43db4b60p-5, 0x1.66f808a8b2e8ap-5, -0x1.0bc3ac463b2d1p-5, 0x1.28cdb00000000p-6, -0x1.5a8da00000000p-8};

// (asin(x) / x - 1) / s of s = x^2: error 2^-55.8 on [0.0, 0.2501]
inline constexpr double asin_short_f64[] = {0x1.5555555555396p-3, 0x1.333333336d62ep-4, 0x1.6db6db4353f44p-5, 0x1.f1c72bed86045p-6, 0x1.6e89fb8dfa26ep-6, 0x1.1c6b723937a99p-6, 0x1.c70658a844e82p-7, 0x1.8e8b15cc66b15p-7, 0x1.adac338765214p-8, 0x1.3eb40c3795c3dp-6, -0x1.07e5e00000000p-6, 0x1.04c7f00000000p-5};

// (sinh(x) / x - 1) / s of s = x^2: error 2^-61.0 on [0.0, 1.0]
inline constexpr double sinh_short_f64[] = {0x1.5555555555556p-3, 0x1.1111111111071p-7, 0x1.a01a01a02add5p-13, 0x1.71de3a45b2871p-19, 0x1.ae646746368f6p-26, 0x1.611a500000000p-33, 0x1.b4c9800000000p-41};

// erf(x) / x - 1 of x^2: error 2^-56.1 on [0.0, 1.0]
inline constexpr double erf_short_f64[] = {0x1.06eba8214db68p-3, -0x1.812746b0379b5p-2, 0x1.ce2f21a040acap-4, -0x1.b82ce311f55f4p-6, 0x1.565bccf8bd6a1p-8, -0x1.c02db032397cbp-11, 0x1.f9a2b9d41a8e4p-14, -0x1.f4ca42eec84dfp-17, 0x1.b97f798cdd065p-20, -0x1.5c052e60c84fbp-23, 0x1.d70e300000000p-27, -0x1.ab89200000000p-31};

// log2(erfc(x)) / x: error 2^-57.2 on [0.99, 5.95]
inline constexpr double log2_erfc_f64[] = {-0x1.a0be82b0ad03ep+0, -0x1.d63eeac8b2266p-1, -0x1.2fa6d6e601671p-3, 0x1.c4145d859462ep-6, 0x1.3e6058e362824p-12, -0x1.3fab968104176p-9, 0x1.b1109abfdc2f7p-11, 0x1.fcaca0e29d483p-19, -0x1.23f610ac4a9a5p-13, 0x1.560d8e087d7f7p-14, -0x1.f119b4e7ec92dp-16, 0x1.0762e5ea655e1p-17, -0x1.a682fd0bc3405p-20, 0x1.0008e7740c099p-22, -0x1.c8904a144184dp-26, 0x1.1b2c17b185f00p-29, -0x1.b4dd6b4383bb2p-34, 0x1.3b9cdeaaefe5ap-39};

// (atanh(f) / f - 1 - s / 3) / s^2 of s = f^2: error 2^-54.0 on [0.0, 0.02945]
inline constexpr double log_tail_short_f64[] = {0x1.999999999999ap-3, 0x1.24924924923fbp-3, 0x1.c71c71c70602ap-4, 0x1.745d17724756ap-4, 0x1.3b1396eb90f16p-4, 0x1.1118ba9a6b7f6p-4, 0x1.df7cb00000000p-5, 0x1.e02fb00000000p-5};

// (log(1 + f) - f) / f^2: error 2^-25.1 on [-0.33333333, 0.33333333]
inline constexpr float log1p_tail_f32[] = {-0x1.ffffd40p-2f, 0x1.5555320p-2f, -0x1.0014a60p-2f, 0x1.99bd4a0p-3f, -0x1.502fe00p-3f, 0x1.1fff1a0p-3f, -0x1.3b31020p-3f, 0x1.18f25a0p-3f};

// (log(1 + f) - f) / f^2: error 2^-27.2 on [-0.25, 0.5]
inline constexpr float log1p_wide_f32[] = {-0x1.0000020p-1f, 0x1.5555aa0p-2f, -0x1.fffdf00p-3f, 0x1.99643e0p-3f, -0x1.552a0a0p-3f, 0x1.292c440p-3f, -0x1.0c44e60p-3f, 0x1.a0b1500p-4f, -0x1.5c5d6c0p-5f};

// (log2(1 + f) - f log2(e)) / f^2: error 2^-27.6 on [-0.293, 0.4143]
inline constexpr float log2_tail_f32[] = {-0x1.7154700p-1f, 0x1.ec70a00p-2f, -0x1.715acc0p-2f, 0x1.277bfe0p-2f, -0x1.eaabfc0p-3f, 0x1.a353280p-3f, -0x1.8815160p-3f, 0x1.7ba8fc0p-3f, -0x1.bab9660p-4f};

// (log10(1 + f) - f log10(e)) / f^2: error 2^-25.1 on [-0.33333333, 0.33333333]
inline constexpr float log10_tail_f32[] = {-0x1.bcb78a0p-3f, 0x1.287a560p-3f, -0x1.bcdc060p-4f, 0x1.63e5c40p-4f, -0x1.23fb100p-4f, 0x1.f43ab60p-5f, -0x1.11e6760p-4f, 0x1.e862340p-5f};

// (sin(r) / r - 1) / s of s = r^2: error 2^-27.6 on [0.0, 0.65]
inline constexpr float sin_short_f32[] = {-0x1.5555420p-3f, 0x1.11060a0p-7f, -0x1.98df4c0p-13f};

// (cos(r) - 1 + s / 2) / s^2 of s = r^2: error 2^-32.6 on [0.0, 0.65]
inline constexpr float cos_short_f32[] = {0x1.5555480p-5f, -0x1.6c0af60p-10f, 0x1.9992120p-16f};

// (tan(r) / r - 1) / s of s = r^2: error 2^-25.1 on [0.0, 0.65]
inline constexpr float tan_short_f32[] = {0x1.5554ae0p-2f, 0x1.1137880p-3f, 0x1.b4475e0p-5f, 0x1.994c200p-6f, 0x1.2525380p-9f, 0x1.44a2aa0p-7f};

// (2^r - 1) / r: error 2^-28.1 on [-0.5001, 0.5001]
inline constexpr float exp2_f32[] = {0x1.62e4300p-1f, 0x1.ebfbd80p-3f, 0x1.c6af760p-5f, 0x1.3b30a60p-7f, 0x1.5f0b8c0p-10f, 0x1.3f9bc00p-13f};

// (10^r - 1) / r: error 2^-28.3 on [-0.15053005, 0.15053005]
inline constexpr float exp10_f32[] = {0x1.26bb1c0p+1f, 0x1.5352480p+1f, 0x1.046f9a0p+1f, 0x1.2bdbde0p+0f, 0x1.156bae0p-1f, 0x1.a491c40p-3f};

// (e^r - 1) / r: error 2^-28.1 on [-0.34660825, 0.34660825]
inline constexpr float exp_f32[] = {0x1.0000000p+0f, 0x1.fffff80p-2f, 0x1.55548e0p-3f, 0x1.555b960p-5f, 0x1.123bd00p-7f, 0x1.6853520p-10f};

// 1 / sqrt(d): error 2^-8.6 on [0.5, 2.0]
inline constexpr float near_rsqrt_f32[] = {0x1.3907f00p+1f, -0x1.88c4860p+1f, 0x1.3942120p+1f, -0x1.f548b20p-1f, 0x1.38aeca0p-3f};

// 1 / sqrt(1 - e): error 2^-20.2 on [-0.07, 0.07]
inline constexpr float rsqrt_step_f32[] = {0x1.ffffe40p-1f, 0x1.ffffd60p-2f, 0x1.8161380p-2f, 0x1.4135040p-2f};

// (tanh(x) / x - 1) / s of s = x^2: error 2^-24.6 on [0.0, 0.3026]
inline constexpr float tanh_short_f32[] = {-0x1.5554460p-2f, 0x1.10cd480p-3f, -0x1.af58800p-5f, 0x1.0cd7820p-6f};

// (sinh(x) / x - 1) / s of s = x^2: error 2^-25.3 on [0.0, 1.0]
inline constexpr float sinh_short_f32[] = {0x1.5555980p-3f, 0x1.10f7680p-7f, 0x1.ab3fd00p-13f};

// (atan(x) / x - 1) / s of s = x^2: error 2^-25.6 on [0.0, 1.0]
inline constexpr float atan_short_f32[] = {-0x1.5554ca0p-2f, 0x1.99759c0p-3f, -0x1.22ef6a0p-3f, 0x1.b408560p-4f, -0x1.3388960p-4f, 0x1.5dbd240p-5f, -0x1.06f5900p-6f, 0x1.7470620p-9f};

// (asin(x) / x - 1) / s of s = x^2: error 2^-25.2 on [0.0, 0.3165]
inline constexpr float asin_short_f32[] = {0x1.55571c0p-3f, 0x1.329a600p-4f, 0x1.7e2fc00p-5f, 0x1.317a300p-6f, 0x1.a2007c0p-5f};

// erf(x) / x - 1 of x^2: error 2^-24.6 on [0.0, 1.0]
inline constexpr float erf_short_f32[] = {0x1.06eba20p-3f, -0x1.8126700p-2f, 0x1.ce08aa0p-4f, -0x1.b59cd20p-6f, 0x1.4229880p-8f, -0x1.26e3820p-11f};

// log2(erfc(x)) / x: error 2^-30.4 on [0.99, 4.0]
inline constexpr float log2_erfc_f32[] = {-0x1.a0dc800p+0f, -0x1.d5050a0p-1f, -0x1.3acfb40p-3f, 0x1.1bf5ce0p-5f, -0x1.6413f20p-8f, 0x1.0aed5a0p-11f, -0x1.57f7f80p-16f};

// log2 of (1 + r) / (1 - r), divided by r, less its first term, divided by s = r^2: error 2^-29.2 on [0.0, 0.02945]
inline constexpr float log2_atanh_f32[] = {0x1.ec709e0p-1f, 0x1.2777000p-1f, 0x1.a5c9760p-2f, 0x1.58aa760p-2f};
inline constexpr float log2_atanh_f32_low[] = {-0x1.290ce40p-27f};

// (1 + 2x) erfcx(x) of t = (x - 4) / (x + 4): error 2^-24.4 on [-1.0, 0.9999]
inline constexpr float erfcx_f32[] = {0x1.3ba5900p+0f, -0x1.1df1ac0p-3f, 0x1.f819d80p-7f, 0x1.16ec580p-4f, -0x1.9e0fa80p-4f, 0x1.7ff4840p-4f, -0x1.0eceba0p-4f, 0x1.30446c0p-5f, -0x1.10503c0p-6f, 0x1.4d07920p-8f, -0x1.7e36140p-12f, -0x1.048b720p-12f};
inline constexpr float erfcx_f32_low[] = {0x1.b961700p-26f};

// (x + 4.0) e^(x^2) erfc(x) of x / (x + 4.0) - 0.4375: error 2^-54.9 on [-0.4375, 0.43551587]
inline constexpr double erfc_scaled_f64[] = {0x1.3b35b725c71c9p+0, -0x1.32b1220caf332p+1, 0x1.02bfff5f3fe67p+2, -0x1.792f364cf2d6dp+2, 0x1.d671b460d6721p+2, -0x1.eccbcbc65ca56p+2, 0x1.a267a161a04cap+2, -0x1.0a65e66ffca49p+2, 0x1.8c98143d12cd9p+0, 0x1.cb1672c4d9b70p-3, -0x1.69f6db2184cbdp-1, 0x1.4840730811abcp-2, 0x1.0d09d229424b7p-3, -0x1.90c39a33f800dp-3, 0x1.4e4243bbfd018p-7, 0x1.72bae00000000p-4, -0x1.acb8300000000p-6, -0x1.51bc300000000p-5, 0x1.21ccc00000000p-6, 0x1.2f98700000000p-6, -0x1.c172b00000000p-8, -0x1.838b300000000p-8};

// (x + 5.75) e^(x^2 / 2) normcdf(-x) of x / (x + 5.75) - 0.4375: error 2^-53.9 on [-0.4375, 0.43328652]
inline constexpr double normcdf_scaled_f64[] = {0x1.be6001b555c33p-1, -0x1.b45400d6a2125p+0, 0x1.736676d294403p+1, -0x1.1267b0b63add4p+2, 0x1.5cf7bcf7f06a1p+2, -0x1.77bdaa6b03a36p+2, 0x1.4c3be909e9e17p+2, -0x1.c4cd31d2759c9p+1, 0x1.8dca204d76386p+0, -0x1.badcc2fd12fddp-5, -0x1.06401f1953c80p-1, 0x1.52032aa1ab2a4p-2, 0x1.0cc3939c21bfap-5, -0x1.3f64cb426bd1dp-3, 0x1.778683f606ed1p-5, 0x1.dd26f00000000p-5, -0x1.335e400000000p-5, -0x1.5a78f00000000p-6, 0x1.5a6f300000000p-6, 0x1.f19b500000000p-8, -0x1.fc2c500000000p-8, -0x1.f776f00000000p-10};

// (x + 4.0) e^(x^2) erfc(x) of x / (x + 4.0) - 0.5: error 2^-54.1 on [-0.5, 0.5]
inline constexpr double erfcx_scaled_f64[] = {0x1.18932bf08e154p+0, -0x1.f3fe31ecb49bep+0, 0x1.8be202d26c71dp+1, -0x1.14eacb1ad0374p+2, 0x1.52cac2370ffe2p+2, -0x1.645fd8a4bb213p+2, 0x1.38dbd2c8deec8p+2, -0x1.b00c052c854c7p+1, 0x1.908f4727cc940p+0, -0x1.269b5181cee59p-3, -0x1.dd284612cb663p-2, 0x1.72cd9ff1fd4e4p-2, -0x1.e7ea2b393f020p-7, -0x1.3c6dc3db417a9p-3, 0x1.3b10ff3c6c5b9p-4, 0x1.7e1dc0d94b169p-5, -0x1.c70788989851dp-5, -0x1.3f50ace6c307ap-7, 0x1.0fe4a00000000p-5, -0x1.5a70200000000p-13, -0x1.34e2900000000p-6, 0x1.8c7b700000000p-10, 0x1.336a000000000p-7, -0x1.5cba300000000p-11, -0x1.78fba00000000p-9};

// erfinv(x) / x of w - 3.125, w = -log(1 - x^2): error 2^-56.0 on [-3.125, 3.125]
inline constexpr double erfinv_centre_f64[] = {0x1.a755e7c99ae86p+0, 0x1.ebd80d9b13df9p-3, -0x1.8b6c33114eb79p-8, -0x1.8457694834f3cp-11, 0x1.879c2a20b7b0ap-13, -0x1.d1d1f7ca816d5p-17, -0x1.6e8a53cec95d9p-20, 0x1.c6b4f89de8805p-22, -0x1.f36ced46bc727p-26, -0x1.1a9eb4c06b2dep-28, 0x1.20f537928fe60p-30, -0x1.dc3e13d026fd5p-35, -0x1.c8a4645ce9d83p-37, 0x1.72306abf1531cp-39, -0x1.6bcacbb7b0556p-44, -0x1.681e6954d18d7p-45, 0x1.d6924506d8132p-48, -0x1.a145ff9889d7cp-55, -0x1.1bdc0ba28ebf1p-53, 0x1.28f4463d845abp-56, 0x1.8b8efba68da07p-61, -0x1.c6af444530955p-62, 0x1.4c9cd44859ff4p-66, 0x1.5ba5869e3631cp-68, -0x1.823359ae8ca9ep-72, -0x1.be002d5acd3ddp-76};

// erfcinv(q) of s - 3.375, s = sqrt(-log(q (2 - q))): error 2^-56.2 on [-0.875, 0.875]
inline constexpr double erfinv_near_f64[] = {0x1.9ad43d02fae53p+1, 0x1.01aded2feb39cp+0, 0x1.f391d4a8f2e9ep-9, -0x1.0ce5083b0a576p-9, 0x1.7b84d9a70f571p-11, -0x1.a2b99cf4a17e2p-13, 0x1.1bee594c18143p-15, 0x1.910970e07458ep-18, -0x1.1fa4e76b1cc46p-17, 0x1.14a503395c961p-18, -0x1.026b2fb80dbb0p-20, -0x1.393cec0d63549p-23, 0x1.f65e786eeaa3cp-23, -0x1.a011c341d5ec8p-24, 0x1.a567a4906f734p-27, 0x1.30ed86af26548p-27, -0x1.c2dadfa626accp-28, 0x1.c535738a6d5b7p-30, 0x1.efb9992b94d7dp-32, -0x1.4d3c616eef581p-32};

// erfcinv(q) of s - 6.875, s = sqrt(-log(q (2 - q))): error 2^-53.8 on [-2.625, 3.475]
inline constexpr double erfinv_far_f64[] = {0x1.af8c4860e299dp+2, 0x1.023bbcf015becp+0, -0x1.0db30eb633ecfp-11, 0x1.917d8b5279495p-19, 0x1.df71fb3ea6a56p-18, -0x1.f6f52da907dd9p-20, 0x1.885c5fa685aa4p-22, -0x1.1023461632d93p-24, 0x1.61d79b9d4c275p-27, -0x1.b8f94b4fcd537p-30, 0x1.0a5f0c90b8158p-32, -0x1.3a4451ba72f3ep-35, 0x1.6b346a7a1ecf5p-38, -0x1.93f75cdd56610p-41, 0x1.b13e6ea9daf02p-44, -0x1.1e3a16c6db019p-46, 0x1.badc7bad77278p-49, -0x1.9944fccbf1053p-55, -0x1.6078507e7d232p-53, -0x1.293a4c9d7bec0p-58, 0x1.2ca806a64710dp-56, -0x1.1a78050d525f1p-59, -0x1.6c39fe83de19ep-61, 0x1.8a73d16c2511cp-63, -0x1.b51362c5f5b2cp-67};

// erfcinv(q) of s - 18.75, s = sqrt(-log(q (2 - q))): error 2^-55.8 on [-8.55, 8.55]
inline constexpr double erfinv_last_f64[] = {0x1.2accb1f833cb1p+4, 0x1.00a95aec1787ep+0, -0x1.a41503ab975d9p-14, 0x1.0cd636931588ap-18, -0x1.585630afc3d57p-23, 0x1.afb031151452fp-28, -0x1.01b621218783ap-32, 0x1.166d686a34ff7p-37, -0x1.d64b7268a80c4p-43, 0x1.39f5ec8ef2e53p-50, 0x1.e587b3ec0b5ddp-52, -0x1.a3e0b7997538fp-55, 0x1.0381974e71970p-58, -0x1.19e6a511d4e16p-62, 0x1.2fd4433ea76dfp-66, -0x1.3c4380d710858p-70, 0x1.b4fda2a883d7ep-75, -0x1.11618bff59556p-79, 0x1.bd8144ca176d1p-82, -0x1.1f7c34c18b685p-85, -0x1.eacd211f2fc99p-91, 0x1.c93982a8bc3a5p-94, 0x1.400d6696afc95p-97, -0x1.6357b0ab829d3p-101};

// x (log(gamma(x)) - (x - 1/2) log(x) + x - log(2 pi) / 2) of 1 / x^2: error 2^-24.9 on [0.0, 0.04]
inline constexpr float stirling_f32[] = {0x1.5555560p-4f, -0x1.6c122e0p-9f, 0x1.923f140p-11f};

// x (log(gamma(x)) - (x - 1/2) log(x) + x - log(2 pi) / 2) of 1 / x^2: error 2^-54.0 on [0.0, 0.0069444444]
inline constexpr double stirling_f64[] = {0x1.5555555555555p-4, -0x1.6c16c16c08c17p-9, 0x1.a01a004be7188p-11, -0x1.380ff1f674be7p-11, 0x1.b46ce08243f9ap-11, -0x1.4a796b758232cp-13, -0x1.4cee91804d817p-3, 0x1.9d8b0a82ad841p+2};

// the same: error 2^-54.0 on [0.0, 0.081632653]
inline constexpr double stirling_wide_f64[] = {0x1.5555555555555p-4, -0x1.6c16c16c13628p-9, 0x1.a01a018bd5cbcp-11, -0x1.38137303eaefap-11, 0x1.b94c44b9095bfp-11, -0x1.f5f943f383c01p-10, 0x1.9cca872dc7a79p-8, -0x1.aece0aa605369p-6, 0x1.c8d4b60357a40p-4, -0x1.4f3aa12c58979p-2, -0x1.bee92fc3a7603p-4, 0x1.67097cdc12b78p+2, -0x1.04464dca20c54p+4};

// (1 / gamma(2 + t) - 1) / t: error 2^-27.6 on [-0.5, 0.5]
inline constexpr float reciprocal_gamma_f32[] = {-0x1.b0ee600p-2f, -0x1.dd60400p-3f, 0x1.875b120p-3f, -0x1.9244ae0p-6f, -0x1.2149280p-6f, 0x1.06f0f80p-7f, -0x1.7faa420p-11f, -0x1.82da020p-12f};
inline constexpr float reciprocal_gamma_f32_low[] = {-0x1.7b2afc0p-27f};

// (1 / gamma(2 + t) - 1) / t: error 2^-63.0 on [-0.5, 0.5]
inline constexpr double reciprocal_gamma_f64[] = {-0x1.b0ee6072093cep-2, -0x1.dd603fb6ac11bp-3, 0x1.875ac5782250ap-3, -0x1.92449b66f2a7ep-6, -0x1.2119851175910p-6, 0x1.06e8179e679b1p-7, -0x1.a5b350a633f8ap-11, -0x1.7a5da9eca04c6p-12, 0x1.3156554675a24p-13, -0x1.265ee439ce7bbp-16, -0x1.5b7ceb663b94cp-19, 0x1.674cfb9f8d249p-20, -0x1.b9550d158a6dfp-23, -0x1.58c72cfc53cb9p-33, 0x1.b57ed85b3b849p-28, -0x1.5cd8bf5581afap-30};
inline constexpr double reciprocal_gamma_f64_low[] = {-0x1.6fbdbb4bf5042p-58};

// (1 / gamma(1 + t) - 1) / t: error 2^-57.6 on [-0.5, 0.5]
inline constexpr double reciprocal_gamma_above_1_f64[] = {0x1.2788cfc6fb619p-1, -0x1.4fcf4026afa25p-1, -0x1.5815e8fa271b9p-5, 0x1.5512320b432b7p-3, -0x1.59af103c2e081p-5, -0x1.3b4af282d1f87p-7, 0x1.d919c52372e5ap-8, -0x1.317113a7f2ef4p-10, -0x1.c364f7e5cec90p-13, 0x1.0c8ab3a6e8e8fp-13, -0x1.51cfd00000000p-16, -0x1.5039800000000p-20, 0x1.306a000000000p-20, -0x1.aec6300000000p-23, 0x1.2cfad00000000p-28};

// the same: error 2^-24.0 on [0.0, 0.16]
inline constexpr float stirling_short_f32[] = {0x1.5555540p-4f, -0x1.6c02300p-9f, 0x1.96d80e0p-11f, -0x1.aa50f00p-12f};

// 1 / gamma(2 + t): error 2^-26.6 on [-1.5, 0.85]
inline constexpr float reciprocal_gamma_wide_f32[] = {0x1.0000000p+0f, -0x1.b0ee600p-2f, -0x1.dd60680p-3f, 0x1.875abe0p-3f, -0x1.9237980p-6f, -0x1.21158a0p-6f, 0x1.0690e20p-7f, -0x1.a8963c0p-11f, -0x1.6bd8ae0p-12f, 0x1.48192a0p-13f, -0x1.818f400p-16f, -0x1.4070360p-17f};

// log(gamma(1 + t)) / t: error 2^-25.7 on [-0.5, 0.5]
inline constexpr float log_gamma_above_1_f32[] = {-0x1.2788d00p-1f, 0x1.a51a620p-1f, -0x1.9a4d380p-2f, 0x1.1516960p-2f, -0x1.a8c0940p-3f, 0x1.5a696c0p-3f, -0x1.266b280p-3f, 0x1.0c357a0p-3f, -0x1.d8241c0p-4f, 0x1.0dfa5e0p-4f, -0x1.068abe0p-4f, 0x1.6e2b240p-3f, -0x1.449d620p-3f};

// log(gamma(2 + t)) / t: error 2^-28.1 on [-0.5, 0.5]
inline constexpr float log_gamma_f32[] = {0x1.b0ee600p-2f, 0x1.4a34cc0p-2f, -0x1.13dfea0p-4f, 0x1.51347a0p-6f, -0x1.e427720p-8f, 0x1.79944e0p-9f, -0x1.346dbc0p-10f, 0x1.28fa4c0p-11f, -0x1.1dca280p-12f};
inline constexpr float log_gamma_f32_low[] = {0x1.a6f8760p-28f};

// log(gamma(2 + t)) / t: error 2^-59.5 on [-0.5, 0.5]
inline constexpr double log_gamma_f64[] = {0x1.b0ee6072093cep-2, 0x1.4a34cc4a60fa6p-2, -0x1.13e001a55760ap-4, 0x1.51322ac7d874bp-6, -0x1.e404fc218d9b2p-8, 0x1.7add6ead6879fp-9, -0x1.38ac5c2d5aff5p-10, 0x1.0b36afa8333dfp-11, -0x1.d3fd4b5c4b6b4p-13, 0x1.a127a02597d7ep-14, -0x1.78de9ca4b5c13p-15, 0x1.581057162915cp-16, -0x1.3cb38c5cc1e9bp-17, 0x1.255a7fb57fcc4p-18, -0x1.1279e142aaac5p-19, 0x1.03f7b0a4f78d8p-20, -0x1.cde6897930ca3p-22, 0x1.88b21ff1de605p-23, -0x1.205df6f273f16p-23, 0x1.581470657a8e4p-24};
inline constexpr double log_gamma_f64_low[] = {0x1.70c5b7955292dp-58};

// j0(x) / ((x^2 - z1^2) (x^2 - z2^2) ...) of x^2 - 66, z: zeros: error 2^-26.3 on [-66.0, -0.3]
inline constexpr float j0_rest_f32[] = {-0x1.f38db00p-18f, 0x1.48717c0p-22f, -0x1.6d62660p-28f, 0x1.d704f60p-35f, -0x1.9353820p-42f, 0x1.eff1c40p-50f, -0x1.d7ae6a0p-58f, 0x1.225d7e0p-66f, -0x1.41788e0p-74f};

// j0(x) / ((x^2 - z1^2) (x^2 - z2^2) ...) of x^2 - 66, z: zeros: error 2^-57.2 on [-66.0, -0.3]
inline constexpr double j0_rest_f64[] = {-0x1.f38db0881e439p-18, 0x1.4871754e713a3p-22, -0x1.6d62bd0b8e265p-28, 0x1.d701ccc8b3779p-35, -0x1.9359915bb1bd5p-42, 0x1.f08fbda252a6ap-50, -0x1.ced7e86419cb5p-58, 0x1.52fcbd5505ea0p-66, -0x1.9143bc9b584fbp-75, 0x1.87d2a8f1badf8p-84, -0x1.48c6451c643d4p-93, 0x1.3eef0fc9d5712p-103, -0x1.41149191b25bap-110, -0x1.4958413fc30e2p-117, -0x1.3020a50fe6293p-124, -0x1.457329444127ap-132, -0x1.3d702f5bfa6c7p-141};

// j1(x) / x / ((x^2 - z1^2) (x^2 - z2^2) ...) of x^2 - 66, z: zeros: error 2^-28.0 on [-66.0, -0.3]
inline constexpr float j1_rest_f32[] = {0x1.2c291a0p-15f, -0x1.1d6d620p-19f, 0x1.9dfd2e0p-25f, -0x1.4850660p-31f, 0x1.4da7240p-38f, -0x1.d7712a0p-46f, 0x1.061ee20p-53f, -0x1.3b78b80p-62f, 0x1.d6d1e40p-70f};

// j1(x) / x / ((x^2 - z1^2) (x^2 - z2^2) ...) of x^2 - 66, z: zeros: error 2^-56.9 on [-66.0, -0.3]
inline constexpr double j1_rest_f64[] = {0x1.2c291a047923bp-15, -0x1.1d6d63af5249dp-19, 0x1.9dfcdc66104c0p-25, -0x1.4854e5910a3b7p-31, 0x1.4d6de4d305dd6p-38, -0x1.da728a52c8046p-46, 0x1.f5961332392a1p-54, -0x1.9aaeac15832ddp-62, 0x1.0c9f15aba02d7p-70, -0x1.1f701a3301bf4p-79, 0x1.025a2a3474aaap-88, -0x1.638c8ab79f044p-98, 0x1.fba07f5889870p-107, 0x1.35f2ad0eefd8bp-114, 0x1.3d68f6710eed5p-121, 0x1.52db37176d1c4p-129, 0x1.4ec541c4fac21p-138};

// p of order 0, of 1 / x^2: error 2^-28.9 on [1.0e-6, 0.015625]
inline constexpr float bessel_p0_f32[] = {0x1.0000000p+0f, -0x1.1ffd200p-4f, 0x1.c6d7aa0p-4f, -0x1.c0583a0p-2f};

// p of order 0, of 1 / x^2: error 2^-53.0 on [1.0e-6, 0.015625]
inline constexpr double bessel_p0_f64[] = {0x1.fffffffffffffp-1, -0x1.1fffffffdec1cp-4, 0x1.cb5ffe9f6b8d1p-4, -0x1.251e305df19b9p-1, 0x1.848b2d6a105d0p+2, -0x1.b3fd859ba28d7p+6, 0x1.5fd64f1fbdbbfp+11, -0x1.4a6743cfffec1p+16, 0x1.18c6d4ccc499cp+21, -0x1.4ebf69ab50955p+25, 0x1.85776df1274f8p+28};

// q x of order 0, of 1 / x^2: error 2^-24.0 on [1.0e-6, 0.015625]
inline constexpr float bessel_q0_f32[] = {-0x1.fffffe0p-4f, 0x1.2bf1880p-4f, -0x1.c7c73e0p-3f, 0x1.33f1620p+0f};

// q x of order 0, of 1 / x^2: error 2^-47.0 on [1.0e-6, 0.015625]
inline constexpr double bessel_q0_f64[] = {-0x1.fffffffffffbbp-4, 0x1.2bfffffef39bcp-4, -0x1.d11dfa7f2fad2p-3, 0x1.ba497cb1bfb92p+0, -0x1.85b2b6c88c6ccp+4, 0x1.0f8e5f5c21105p+9, -0x1.00c091152e343p+14, 0x1.0ae33391f5121p+19, -0x1.e0dd5bb94096bp+23, 0x1.283383c7ad995p+28, -0x1.5f477d87646e1p+31};

// p of order 1, of 1 / x^2: error 2^-28.7 on [1.0e-6, 0.015625]
inline constexpr float bessel_p1_f32[] = {0x1.0000000p+0f, 0x1.dffcb60p-4f, -0x1.24b8a60p-3f, 0x1.0bbfd20p-1f};

// p of order 1, of 1 / x^2: error 2^-52.1 on [1.0e-6, 0.015625]
inline constexpr double bessel_p1_f64[] = {0x1.0000000000001p+0, 0x1.dfffffffd40a8p-4, -0x1.274fff2d40d9ep-3, 0x1.5a69864f8f8ffp-1, -0x1.b85a843b255b3p+2, 0x1.e1ee8cdf1f059p+6, -0x1.7e9cbfcc9268dp+11, 0x1.63514ffcf8905p+16, -0x1.2b8eace41c57ep+21, 0x1.630406138d89cp+25, -0x1.9b1f4ad371314p+28};

// q x of order 1, of 1 / x^2: error 2^-25.4 on [1.0e-6, 0.015625]
inline constexpr float bessel_q1_f32[] = {0x1.8000000p-2f, -0x1.a3f4300p-4f, 0x1.1789900p-2f, -0x1.6c58500p+0f};

// q x of order 1, of 1 / x^2: error 2^-48.5 on [1.0e-6, 0.015625]
inline constexpr double bessel_q1_f64[] = {0x1.7ffffffffffeep-2, -0x1.a3fffffee4bcfp-4, 0x1.1c3cfd16cc6e1p-2, -0x1.fe551080cc03dp+0, 0x1.b39154493a829p+4, -0x1.2990f20f17ed2p+9, 0x1.15e4e2253dc16p+14, -0x1.1ed87697c191fp+19, 0x1.01761a2fc63c9p+24, -0x1.3c920ed0d4c6dp+28, 0x1.770b5843fd953p+31};

// i0(x) / (x / 2)^0 of x^2 / 4: error 2^-26.6 on [0.0, 16.0]
inline constexpr float i0_near_f32[] = {0x1.0000000p+0f, 0x1.0000020p+0f, 0x1.ffffb20p-3f, 0x1.c71ff00p-6f, 0x1.c6f90e0p-10f, 0x1.2401380p-14f, 0x1.fcf7ea0p-20f, 0x1.7151a00p-25f, 0x1.a9fc860p-32f, 0x1.05dd980p-36f};

// i0(x) / x^0 of x^2: error 2^-58.1 on [0.0, 64.0]
inline constexpr double i0_near_f64[] = {0x1.0000000000000p+0, 0x1.0000000000000p-2, 0x1.ffffffffffffep-7, 0x1.c71c71c71c748p-12, 0x1.c71c71c71c47ap-18, 0x1.23456789acf3bp-24, 0x1.02e85c08934f7p-31, 0x1.522a43f5e1bd9p-39, 0x1.522a4408ba999p-47, 0x1.0b31314cd321cp-55, 0x1.5601a387c3521p-64, 0x1.69c8fbbcf4a88p-73, 0x1.41a9b00000000p-82, 0x1.e606a00000000p-92, 0x1.445d800000000p-101, 0x1.3c4e700000000p-111, 0x1.15e3700000000p-120};

// i0(x) e^-x sqrt(x) of 1 / x: error 2^-29.6 on [0.0005, 0.125]
inline constexpr float i0_far_f32[] = {0x1.9884540p-2f, 0x1.9883840p-5f, 0x1.cc524c0p-6f, 0x1.be14c00p-6f, 0x1.5e0b8c0p-4f, -0x1.3b634e0p-2f, 0x1.d592f00p+0f};
inline constexpr float i0_far_f32_low[] = {-0x1.6fd0b80p-27f};

// i0(x) e^-x sqrt(x) of 1 / x - 1 / 16: error 2^-52.8 on [-0.061523438, 0.0625]
inline constexpr double i0_far_f64[] = {0x1.9bd428ad249a5p-2, 0x1.b87969bb93bb4p-5, 0x1.1daa72b58680cp-5, 0x1.75e5ee7103f17p-5, 0x1.8e51427a7b4a7p-4, 0x1.3f49a820e4c96p-2, 0x1.7d06abaca7373p+0, 0x1.51cef57fa374ep+3, 0x1.7352ad70fa787p+6, 0x1.037457d31339ap+9, -0x1.e640e46931922p+12, -0x1.cbee4beac6009p+17, -0x1.2c176ee12567ap+20, 0x1.009d13d91aa2fp+25, 0x1.6b211268d3febp+28, -0x1.c8404f93b430fp+31, -0x1.9ec4abf88162dp+35, 0x1.5b2bd00000000p+38, 0x1.1744900000000p+42, -0x1.86f5b00000000p+44, -0x1.59f1100000000p+47, 0x1.c600a00000000p+49};

// i1(x) / (x / 2)^1 of x^2 / 4: error 2^-28.3 on [0.0, 16.0]
inline constexpr float i1_near_f32[] = {0x1.0000000p+0f, 0x1.0000000p-1f, 0x1.55554a0p-4f, 0x1.c71dba0p-8f, 0x1.6c09160p-12f, 0x1.84ede80p-17f, 0x1.2484d60p-22f, 0x1.697ea60p-28f, 0x1.a12cb80p-35f, 0x1.8f8ffc0p-40f};

// i1(x) / x^1 of x^2: error 2^-60.3 on [0.0, 64.0]
inline constexpr double i1_near_f64[] = {0x1.0000000000000p-1, 0x1.0000000000000p-4, 0x1.5555555555555p-9, 0x1.c71c71c71c72cp-15, 0x1.6c16c16c16b21p-21, 0x1.845c8a0ce5ec8p-28, 0x1.27e4fb7785528p-35, 0x1.522a43f621dc5p-43, 0x1.2c9758e4e16ddp-51, 0x1.ab81e92061c3cp-60, 0x1.f176b45e0a3e4p-69, 0x1.e261d269d88d1p-78, 0x1.8be0300000000p-87, 0x1.15d4900000000p-96, 0x1.5930300000000p-106, 0x1.4016b00000000p-116, 0x1.0183d00000000p-125};

// i1(x) e^-x sqrt(x) of 1 / x: error 2^-29.3 on [0.0005, 0.125]
inline constexpr float i1_far_f32[] = {0x1.9884540p-2f, -0x1.3263020p-3f, -0x1.7f69800p-5f, -0x1.3c667e0p-5f, -0x1.a98e7c0p-4f, 0x1.5d2bc60p-2f, -0x1.0ae5580p+1f};
inline constexpr float i1_far_f32_low[] = {-0x1.9ea1fc0p-27f};

// i1(x) e^-x sqrt(x) of 1 / x - 1 / 16: error 2^-52.8 on [-0.061523438, 0.0625]
inline constexpr double i1_far_f64[] = {0x1.8ebe783a8402fp-2, -0x1.3f796198ee651p-3, -0x1.cbc54df17e964p-5, -0x1.f89c2303a5b65p-5, -0x1.ec8e191445fe9p-4, -0x1.7613851fab106p-2, -0x1.ad84768fa5b08p+0, -0x1.7278cd8679383p+3, -0x1.92bc6fa44dd4dp+6, -0x1.219e09b8edb7ep+9, 0x1.e648d2a8044c1p+12, 0x1.e202c98f72cf8p+17, 0x1.505c6f4750252p+20, -0x1.0513682057a6cp+25, -0x1.84b3260f67d9fp+28, 0x1.c59b0f4f0b763p+31, 0x1.b66862ad140f2p+35, -0x1.5509100000000p+38, -0x1.2591900000000p+42, 0x1.800d900000000p+44, 0x1.6aafe00000000p+47, -0x1.c126e00000000p+49};

// log2(erfcx(x)) + 2 of t = (x - 3) / (x + 6): error 2^-27.0 on [-0.5, 0.447]
inline constexpr float log2_erfcx_f32[] = {-0x1.ed86b80p-2f, -0x1.f8d5800p+1f, 0x1.08ea380p+0f, -0x1.c817320p+0f, 0x1.aa6cee0p-2f, -0x1.f76a120p-2f, -0x1.0c4eb00p-1f, 0x1.4ebbb20p-2f, -0x1.5529b80p-1f, -0x1.561aaa0p-7f, 0x1.ca17fe0p-3f, -0x1.3b4ad80p-1f, -0x1.4cba720p-3f};

// its derivative, roughly: error 2^-5.4 on [-0.5, 0.447]
inline constexpr float log2_erfcx_slope[] = {-0x1.f741f20p+1f, 0x1.1d3c900p+1f, -0x1.738cba0p+2f};

// (sin(pi r) / r - pi) / s of s = r^2: error 2^-27.9 on [0.0, 0.0625]
inline constexpr float sinpi_short_f32[] = {-0x1.4abbbe0p+2f, 0x1.465fc40p+1f, -0x1.2dbd920p-1f};

// (cos(pi r) - 1) / s of s = r^2: error 2^-30.9 on [0.0, 0.0625]
inline constexpr float cospi_short_f32[] = {-0x1.3bd3cc0p+2f, 0x1.03c1b80p+2f, -0x1.55b7ce0p+0f, 0x1.d684a80p-3f};

// erfinv(x) / x of log2(1 - x^2): error 2^-25.0 on [-6.7, 0.0]
inline constexpr float erfinv_factor_f32[] = {0x1.c5bf8a0p-1f, -0x1.495ba60p-3f, 0x1.6bb6e00p-8f, 0x1.987d520p-11f, -0x1.d829b00p-16f, -0x1.ba4b720p-18f, 0x1.3596280p-21f, 0x1.70bf3c0p-23f, 0x1.ca96720p-27f, 0x1.9e2b5c0p-32f};

// normcdfinv(p) / (2 p - 1) of log2(p (1 - p)): error 2^-28.5 on [-8.7, -2.0]
inline constexpr float normcdfinv_factor_f32[] = {0x1.acef800p-1f, -0x1.7a27480p-3f, 0x1.ac3e5c0p-7f, 0x1.5fd5000p-11f, -0x1.9cc4f80p-18f, 0x1.d090020p-16f, 0x1.a8f4300p-18f, 0x1.3e05e80p-21f, 0x1.d187e00p-26f, 0x1.15941c0p-31f};

// erfcinv(q) / w - 1 of 1 / w - 1/4, w = sqrt(-log2(q (2 - q))): error 2^-27.1 on [-0.16848609, 0.13691162]
inline constexpr float erfinv_tail_f32[] = {-0x1.abc2220p-3f, -0x1.7da6080p-3f, 0x1.7423080p-3f, 0x1.20fb780p-1f, -0x1.5ed6280p+0f, -0x1.c5c5f80p-2f, -0x1.ca59f60p+2f, 0x1.c411dc0p+4f, 0x1.0ed9d40p+7f, -0x1.e1ff5c0p+6f, -0x1.c9c72e0p+10f};

// log2(e^(x^2 / 2) normcdf(-x)) + 3 of t = (x - 4.25) / (x + 8.5): error 2^-26.4 on [-0.5, 0.441]
inline constexpr float log2_normcdf_f32[] = {-0x1.efdc160p-2f, -0x1.f8f8f00p+1f, 0x1.0998c20p+0f, -0x1.c93fd40p+0f, 0x1.b046580p-2f, -0x1.fc80580p-2f, -0x1.0aef740p-1f, 0x1.4e7c6a0p-2f, -0x1.59d4720p-1f, 0x1.a9436a0p-8f, 0x1.e5cc9a0p-3f, -0x1.471df80p-1f, -0x1.79e1540p-3f};

// its derivative, roughly: error 2^-5.3 on [-0.5, 0.441]
inline constexpr float log2_normcdf_slope[] = {-0x1.f7606c0p+1f, 0x1.1e7d8e0p+1f, -0x1.74bd840p+2f};

// 2 / pi j0(x) of x^2: error 2^-24.7 on [0.0, 6.890625]
inline constexpr float y0_kernel_f32[] = {0x1.45f3060p-1f, -0x1.45f2ec0p-3f, 0x1.45f07a0p-7f, -0x1.218c440p-12f, 0x1.1e8ed60p-18f, -0x1.3f67500p-25f};

// (y0(x) - 2 / pi log(x / z) j0(x)) / (x^2 - z^2) of x^2, z: the first zero: error 2^-28.1 on [0.0, 6.890625]
inline constexpr float y0_rest_f32[] = {0x1.7508120p-3f, -0x1.1258440p-6f, 0x1.268a900p-11f, -0x1.4bf5e00p-17f, 0x1.cc924e0p-24f, -0x1.8aa68a0p-31f};

// y0(x) / ((x - z2) (x - z3)) of x - 5.375, z2 and z3: zeros: error 2^-23.8 on [-2.75, 2.725]
inline constexpr float y0_last_f32[] = {0x1.1ef7840p-3f, -0x1.2f85ae0p-7f, -0x1.852a3e0p-7f, 0x1.9298d20p-11f, 0x1.6de0100p-12f, -0x1.43eb720p-16f, -0x1.80f1100p-18f, 0x1.394ad60p-22f, 0x1.d230860p-25f, -0x1.554e700p-30f, -0x1.18bc640p-31f};

// 2 / pi j0(x) of x^2: error 2^-54.0 on [0.0, 6.890625]
inline constexpr double y0_kernel_f64[] = {0x1.45f306dc9c883p-1, -0x1.45f306dc9c892p-3, 0x1.45f306dc9cb7cp-7, -0x1.21bb94525a9fap-12, 0x1.21bb9453eefd8p-18, -0x1.72db9f80e3b7ep-25, 0x1.49a6d408cc5bdp-32, -0x1.ae9326c2b06f1p-40, 0x1.aed507bb114cap-48, -0x1.581dd51e4d619p-56, 0x1.d7d162e2da5d3p-65};

// (y0(x) - 2 / pi log(x / z) j0(x)) / (x^2 - z^2) of x^2, z: the first zero: error 2^-58.8 on [0.0, 6.890625]
inline constexpr double y0_rest_f64[] = {0x1.750811790a13cp-3, -0x1.12583f4a4abc5p-6, 0x1.268a9aaaeada2p-11, -0x1.4c030d9998a49p-17, 0x1.cf0413d4d4421p-24, -0x1.b7970236a8228p-31, 0x1.2eb3c9708c997p-38, -0x1.3c4e420a3a4c3p-46, 0x1.02aa384dc54acp-54, -0x1.3c9bb6fa70dacp-63};

// y0(x) / ((x - z2) (x - z3)) of x - 5.375, z2 and z3: zeros: error 2^-54.0 on [-2.75, 2.725]
inline constexpr double y0_last_f64[] = {0x1.1ef784f565ad1p-3, -0x1.2f85d0992a148p-7, -0x1.852a5fc38daafp-7, 0x1.929dea9fd9e3ap-11, 0x1.6de25bc87941fp-12, -0x1.4459888105eeep-16, -0x1.81072f26b0ac3p-18, 0x1.40e3096cebddbp-22, 0x1.d15730d253e0dp-25, -0x1.1cd07fcb8c886p-29, -0x1.07da1e58ac7cfp-31, 0x1.0d6edcd892ca1p-35, -0x1.2df2f47c32c16p-41, 0x1.a5dafffbdd40bp-42, -0x1.81cfe398bbb42p-44, 0x1.f414f37cbd757p-47, -0x1.863d125d80f21p-49, 0x1.2310c17669760p-51, -0x1.1f9b4fc92d467p-55, 0x1.8ab22554b8492p-59, -0x1.1989841af45c8p-57, 0x1.d9e38a0ee8c25p-60, 0x1.46327895a1ec7p-62, -0x1.222988039236ep-64, -0x1.1832147970e29p-66, 0x1.b98b446d14015p-69};

// 2 / pi j1(x) / x of x^2: error 2^-28.1 on [0.0, 14.0625]
inline constexpr float y1_kernel_f32[] = {0x1.45f3060p-2f, -0x1.45f2f80p-5f, 0x1.b298120p-10f, -0x1.21ae3c0p-15f, 0x1.ce72c60p-22f, -0x1.e143a80p-29f, 0x1.279a600p-36f};

// (y1(x) - 2 / pi log(x / z) j1(x)) x / (x^2 - z^2) of x^2, z: the first zero: error 2^-24.6 on [0.0, 14.0625]
inline constexpr float y1_rest_f32[] = {0x1.0e14be0p-3f, 0x1.0699260p-6f, -0x1.7c2c340p-10f, 0x1.5b990c0p-15f, -0x1.4e89480p-21f, 0x1.8cdb6e0p-28f, -0x1.0f1e200p-35f};

// y1(x) / ((x - z2) (x - z3)) of x - 5.875, z2 and z3: zeros: error 2^-25.3 on [-2.125, 2.225]
inline constexpr float y1_last_f32[] = {0x1.dcbfe00p-4f, 0x1.023a340p-6f, -0x1.47a6d60p-7f, -0x1.c4a3c80p-11f, 0x1.46dd0c0p-12f, 0x1.5611660p-16f, -0x1.604ca80p-18f, -0x1.12220c0p-22f, 0x1.9bd7780p-25f, 0x1.490fd00p-29f};

// 2 / pi j1(x) / x of x^2: error 2^-58.0 on [0.0, 14.0625]
inline constexpr double y1_kernel_f64[] = {0x1.45f306dc9c883p-2, -0x1.45f306dc9c88ep-5, 0x1.b2995e7b7b7fdp-10, -0x1.21bb945254f89p-15, 0x1.cf9286eaa70acp-22, -0x1.ee7a299321a69p-29, 0x1.78be9ad9445d8p-36, -0x1.ae90d0d98e5b7p-44, 0x1.7ebb72e4a3b1ep-52, -0x1.10358713f2530p-60, 0x1.3c2dd46a6f7f1p-69, -0x1.199b0b1022ff4p-78};

// (y1(x) - 2 / pi log(x / z) j1(x)) x / (x^2 - z^2) of x^2, z: the first zero: error 2^-54.1 on [0.0, 14.0625]
inline constexpr double y1_rest_f64[] = {0x1.0e14beba09e96p-3, 0x1.069922dcaf0d1p-6, -0x1.7c2ca06d8e184p-10, 0x1.5ba2f20a5244ep-15, -0x1.4f294068defbap-21, 0x1.96551db2e4a27p-28, -0x1.549cf6e5e489ep-35, 0x1.a3aaf9b3b1c3bp-43, -0x1.8ca88592a921bp-51, 0x1.28b87494d5f42p-59, -0x1.63827b552c802p-68, 0x1.2d3dfc798872ep-77};

// y1(x) / ((x - z2) (x - z3)) of x - 5.875, z2 and z3: zeros: error 2^-54.0 on [-2.125, 2.225]
inline constexpr double y1_last_f64[] = {0x1.dcbfdff7c3ad9p-4, 0x1.023a3319eaf07p-6, -0x1.47a6fa4eb5898p-7, -0x1.c4a3a8493f615p-11, 0x1.46e5fb35ab0b7p-12, 0x1.561335c196c88p-16, -0x1.61ad09d6128bep-18, -0x1.12a46e57e9582p-22, 0x1.c70434c22eb3bp-25, 0x1.56dd64cdfba87p-29, -0x1.d8b7974bbc3f8p-32, -0x1.b83a15abbc731p-38, 0x1.a8ca6604fefcfp-41, 0x1.36895e9d5b69ep-42, -0x1.955edb87cc414p-45, 0x1.dee99d1a67bb8p-48, -0x1.42b9500000000p-50, 0x1.0220000000000p-53, -0x1.9e3ef00000000p-56, 0x1.af0f800000000p-57, -0x1.0f6fa00000000p-59};

} // namespace kcc::math
// clang-format on

#endif
