cmake_minimum_required(VERSION 3.25)

file(READ ${SIGN_FILE} SIGN)
configure_file(${TEMPLATE} ${OUTPUT} @ONLY)
