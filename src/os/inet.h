/* SPDX-License-Identifier: MIT */
/* Internet addresses, for tcp, udp and the resolver. */
#ifndef GY_OS_INET_H
#define GY_OS_INET_H

#include <sys/socket.h>

/* The size of an address of this family; 0 if it is not an internet family. */
socklen_t gy_inet_size(const struct sockaddr *address);

#endif
