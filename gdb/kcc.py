# Support for kcc in gdb: `source` this file, or do so in ~/.gdbinit. docs/debugging.md describes it.
import os
import sys

import gdb

folder = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, folder)

sys.dont_write_bytecode, writes = True, sys.dont_write_bytecode  # the folder may be a source tree
import kcc_printers
import kcc_threads

sys.dont_write_bytecode = writes

# kcc has the device headers inside, under a path of its own. The same files are installed for the host.
for include in (os.path.join(folder, "..", "..", "..", "include"), os.path.join(folder, "..", "include")):
    if os.path.exists(os.path.join(include, "kcc", "device.h")):
        gdb.execute(f'set substitute-path /__kcc__/include "{os.path.normpath(include)}"')
        break
kcc_printers.register()
kcc_threads.register()
