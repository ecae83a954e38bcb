// Called as the typed header of a target would be.
#pragma once
