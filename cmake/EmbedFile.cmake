# Writes NAME.S, which contains FILE as constant data between the symbols NAME_begin and NAME_end.
#   cmake -DOUTPUT_DIR=... -DNAME=... -DFILE=... -P EmbedFile.cmake
file(WRITE ${OUTPUT_DIR}/${NAME}.S "\t.section .rodata.${NAME},\"a\",@progbits
\t.balign 8
\t.globl ${NAME}_begin
${NAME}_begin:
\t.incbin \"${FILE}\"
\t.globl ${NAME}_end
${NAME}_end:
\t.section .note.GNU-stack,\"\",@progbits
")
