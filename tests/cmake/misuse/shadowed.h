// Has the same name as the typed header of a target.
#pragma once
