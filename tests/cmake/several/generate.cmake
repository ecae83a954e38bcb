file(READ ${SIGN_FILE} SIGN)
configure_file(${TEMPLATE} ${OUTPUT} @ONLY)
