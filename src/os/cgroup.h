/* SPDX-License-Identifier: MIT */
/*
 * The control groups of this process, of version 1 (one hierarchy for each controller) and 2 (one
 * for all), wherever they are mounted. Used by memory.c and cpu.c.
 *
 * A limit holds for everything below the group that sets it, so a search for a limit walks up:
 *
 *   gy_cgroup group;
 *   if (gy_cgroup_find(root, "memory", &group)) {
 *     do { ... gy_cgroup_number(&group, "/memory.limit_in_bytes", &limit) ...
 *     } while (gy_cgroup_up(&group));
 *   }
 *
 * The walk ends where the mount ends: a container cannot see further.
 */
#ifndef GY_OS_CGROUP_H
#define GY_OS_CGROUP_H

#include <limits.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct {
  size_t top; /* length of the part of `path` that is the mount */
  char path[PATH_MAX];
} gy_cgroup;

/* The group of this process; CONTROLLER NULL is version 2. False: there is none, or it cannot be
 * seen. */
bool gy_cgroup_find(const char *root, const char *controller, gy_cgroup *group);

/* Moves to the parent group; false at the top. */
bool gy_cgroup_up(gy_cgroup *group);

/* The number in a file of the group. No limit ("max", or below zero) is UINT64_MAX. False: the
 * group has no such file, or it does not contain a number. */
bool gy_cgroup_number(const gy_cgroup *group, const char *file, uint64_t *value);

#endif
