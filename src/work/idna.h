/* SPDX-License-Identifier: MIT */
/* International host names in the form that name servers use. Used by resolve.c. */
#ifndef GY_WORK_IDNA_H
#define GY_WORK_IDNA_H

#include <stddef.h>

/* The longest name in the name service. */
#define GY_IDNA_NAME_MAX 255

/*
 * Writes NAME, which is UTF-8, to ASCII: every label that is not ASCII becomes "xn--" and its
 * Punycode, every kind of full stop becomes a dot, everything else stays as it is. UV_EINVAL: NAME
 * is empty, is not UTF-8, or is longer than GY_IDNA_NAME_MAX when converted.
 */
int gy_idna_to_ascii(const char *name, char ascii[GY_IDNA_NAME_MAX + 1]);

#endif
