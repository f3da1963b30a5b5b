/* SPDX-License-Identifier: MIT */
/* gyre: runs JavaScript written for Node on libgyre. */
#include "runtime/runtime.h"

int main(int argc, char **argv) { return gj_runtime_main(argc, argv); }
