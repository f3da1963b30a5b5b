/* SPDX-License-Identifier: MIT */
/* Descriptors: made close-on-exec from the start, closed once. Used by handles and file work. */
#ifndef GY_OS_DESCRIPTOR_H
#define GY_OS_DESCRIPTOR_H

#include <stdbool.h>

/* Each returns 0 (or the new descriptor) or a negative errno. */
int gy_descriptor_nonblocking(int fd, bool on);
int gy_descriptor_close_on_exec(int fd, bool on);
int gy_descriptor_socket(int domain, int type, int protocol); /* non-blocking, close-on-exec */
void gy_descriptor_close(int fd);                             /* errno is kept */

#endif
