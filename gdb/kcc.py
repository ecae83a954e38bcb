# Support for kcc in gdb: `source` this file, or do so in ~/.gdbinit. docs/debugging.md describes it.
import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

sys.dont_write_bytecode, writes = True, sys.dont_write_bytecode  # the folder may be a source tree
import kcc_printers
import kcc_threads

sys.dont_write_bytecode = writes

kcc_printers.register()
kcc_threads.register()
