/* SPDX-License-Identifier: MIT */
/*
 * Starting a child, in three files: process.c is the handle and learns of the child's end,
 * process_stdio.c makes the descriptors that the child begins with, process_child.c starts the
 * child and contains the code that runs in it.
 */
#ifndef GY_HANDLE_PROCESS_H
#define GY_HANDLE_PROCESS_H

#include <stdbool.h>
#include <sys/types.h>

#include "loop/loop.h"

#define GY_PROCESS_FEW 8

/* The descriptors of a child: its descriptor i is a copy of theirs[i]. */
typedef struct {
  int count;   /* at least 3 */
  int *theirs; /* -1: /dev/null for the first three, otherwise none */
  int *ours;   /* our end of a pipe; -1: none */
  int few[2 * GY_PROCESS_FEW];
} gy_process_stdio;

/* process_stdio.c */
int gy_process_stdio_open(gy_process_stdio *stdio, const uv_process_options_t *options);
void gy_process_stdio_keep(gy_process_stdio *stdio, const uv_process_options_t *options);
void gy_process_stdio_close(gy_process_stdio *stdio);

/* process_child.c: returns when the program runs, or with the reason why it does not. */
int gy_process_child_start(const uv_process_options_t *options, const gy_process_stdio *stdio,
                           pid_t *pid);

/* process.c */
bool gy_process_close(gy_handle *handle);
void gy_process_forked(gy_handle *handle);
void gy_process_finish(gy_handle *handle);

#endif
