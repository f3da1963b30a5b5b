/* SPDX-License-Identifier: MIT */
/* Internet addresses, for tcp, udp and the resolver. */
#ifndef GY_OS_INET_H
#define GY_OS_INET_H

#include <sys/socket.h>

/* How large an address of this family is; 0 if it is none of the internet. */
socklen_t gy_inet_size(const struct sockaddr *address);

#endif
