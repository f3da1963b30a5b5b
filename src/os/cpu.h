/* SPDX-License-Identifier: MIT */
/* The processors of a system whose files are below ROOT (procfile.h). For cpu.c, and for tests with
 * simulated systems. */
#ifndef GY_OS_CPU_H
#define GY_OS_CPU_H

#include "uv.h"

int gy_cpu_list(const char *root, uv_cpu_info_t **cpu_infos, int *count);

/* How many whole processors control groups allow this process, at least 1; UINT_MAX: all. */
unsigned gy_cpu_quota(const char *root);

#endif
