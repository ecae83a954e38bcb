# Files inside the tool: assembly that includes each with `.incbin`, between the symbols NAME_begin and NAME_end. C++ reads
# them with KCC_EMBEDDED of compiler/lowering/EmbeddedFile.h.

# kcc_embed_file(VARIABLE NAME FILE): appends the file's assembly to the variable. A NUL follows the content.
function(kcc_embed_file variable name file)
  set(${variable} "${${variable}}\t.section .rodata.${name},\"a\",@progbits
\t.balign 8
\t.globl ${name}_begin
${name}_begin:
\t.incbin \"${file}\"
\t.globl ${name}_end
${name}_end:
\t.byte 0
" PARENT_SCOPE)
endfunction()

# kcc_write_assembly(FILE TEXT)
function(kcc_write_assembly file text)
  file(WRITE ${file} "${text}\t.section .note.GNU-stack,\"\",@progbits\n")
endfunction()

# As a script, for a single file: cmake -DASSEMBLY=... -DNAME=... -DFILE=... -P EmbedFile.cmake
if(CMAKE_SCRIPT_MODE_FILE STREQUAL CMAKE_CURRENT_LIST_FILE)
  kcc_embed_file(text ${NAME} ${FILE})
  kcc_write_assembly(${ASSEMBLY} "${text}")
endif()
