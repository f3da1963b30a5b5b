/* SPDX-License-Identifier: MIT */
/* For tests that replace a function of the C library: how glibc and musl declare parameters that
 * are socket addresses. ADDRESS_OF(parameter) is the pointer in either case. */
#ifndef GY_TESTS_INTERPOSE_H
#define GY_TESTS_INTERPOSE_H

#include <sys/socket.h>

#include "os/calls.h"

#ifdef __GLIBC__
#define ADDRESS_OUT __SOCKADDR_ARG
#define ADDRESS_IN __CONST_SOCKADDR_ARG
#else
#define ADDRESS_OUT struct sockaddr *restrict
#define ADDRESS_IN const struct sockaddr *
#endif
#define ADDRESS_OF(parameter) (*(void *const *)&(parameter))

#endif
