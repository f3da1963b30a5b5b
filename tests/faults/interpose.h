/* SPDX-License-Identifier: MIT */
/* Shared by the files of the interposed library. */
#ifndef GY_FAULTS_INTERPOSE_H
#define GY_FAULTS_INTERPOSE_H

#include "fault.h"

/* Special descriptors: their results cannot be shortened or refused freely. */
typedef enum { FD_OTHER, FD_EVENT, FD_INOTIFY, FD_DATAGRAM } fd_kind;

fd_kind interpose_kind(int fd);
int interpose_mark(int fd, fd_kind kind); /* returns FD; does nothing if it is negative */

/* A connection that has failed once takes no more data. */
int interpose_broken(int fd); /* its error; 0: none */
void interpose_break(int fd, int error);

/* interpose_ring.c: entries that go to the kernel through the ring for files, one at a time. */
struct io_uring_params;
void interpose_ring_made(int fd, const struct io_uring_params *params);
void interpose_ring_mapped(int fd, long offset, void *where);
void interpose_ring_spoil(int fd, unsigned count); /* the entries that are about to be submitted */

int interpose_strike(fault_call call);
void *interpose_real(fault_call call); /* the C library's function of that name */

/* Calls the C library's function NAME, which is of the given TYPE. */
#define REAL(name) ((__typeof__(name) *)interpose_real(CALL_##name))

#endif
