# Writes C++ source with an image of PTX alone, for hosts whose objects kcc does not make:
#   cmake -DHEADER=typed header -DPTX=files -DARCHS=architectures -DSOURCE=name -DOUTPUT=file -P PtxImage.cmake
# with | between files and between architectures. The struct is that of include/kcc/abi/image.h, which the host's compiler reads.
cmake_minimum_required(VERSION 3.25)

string(REPLACE "|" ";" PTX "${PTX}")
string(REPLACE "|" ";" ARCHS "${ARCHS}")
file(READ ${HEADER} header)
string(REGEX MATCH "kcc_image_[A-Za-z0-9_]+" symbol "${header}")
set(data "")
set(codes "")
foreach(file arch IN ZIP_LISTS PTX ARCHS)
  file(READ ${file} text)
  # The manifest is in the first line.
  string(FIND "${text}" "\n" end)
  string(SUBSTRING "${text}" 0 ${end} line)
  if(NOT line MATCHES "^// kcc-manifest: ")
    message(FATAL_ERROR "${file} has no manifest")
  endif()
  string(REPLACE "// kcc-manifest: " "" manifest "${line}")
  string(MAKE_C_IDENTIFIER ${arch} name)
  string(APPEND data "constexpr char manifest_${name}[] = R\"kcc(${manifest})kcc\";\n"
                     "constexpr char ptx_${name}[] = R\"kcc(${text})kcc\";\n")
  string(APPEND codes "    {kcc::abi::CodeKind::ptx, \"${arch}\", manifest_${name}, ptx_${name}, sizeof ptx_${name} - 1},\n")
endforeach()
list(LENGTH ARCHS count)
file(WRITE ${OUTPUT} "// Made by add_gpu_kernel() from ${SOURCE}. Do not edit.
#include <kcc/abi/image.h>

namespace {
${data}constexpr kcc::abi::Code codes[] = {
${codes}};
} // namespace

extern \"C\" {
extern __attribute__((visibility(\"hidden\"), weak)) const kcc::abi::Image ${symbol};
const kcc::abi::Image ${symbol} = {kcc::abi::version, ${count}, \"${SOURCE}\", codes};
}
")
