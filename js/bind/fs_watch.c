/* SPDX-License-Identifier: MIT */
/* Watching files, for fs.watch and fs.watchFile. */
#include "bind/fs.h"

const gy_export gy_fscall_watch_exports[] = {
    {NULL, NULL},
};
