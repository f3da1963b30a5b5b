/* SPDX-License-Identifier: MIT */
/* The amounts of memory that uv.h reports, of a system whose files are below ROOT (procfile.h). For
 * memory.c, and for tests with simulated systems. */
#ifndef GY_OS_MEMORY_H
#define GY_OS_MEMORY_H

#include <stdint.h>

/* Resource limits in bytes; UINT64_MAX is none. */
typedef struct {
  uint64_t address_space;
  uint64_t data;
} gy_memory_limits;

uint64_t gy_memory_total(const char *root);
uint64_t gy_memory_free(const char *root);
uint64_t gy_memory_constrained(const char *root, const gy_memory_limits *limits);
uint64_t gy_memory_available(const char *root, const gy_memory_limits *limits);

#endif
