/* SPDX-License-Identifier: MIT */
/* International host names as the name service wants them. Used by resolve.c. */
#ifndef GY_WORK_IDNA_H
#define GY_WORK_IDNA_H

#include <stddef.h>

/* The longest name that the name service knows. */
#define GY_IDNA_NAME_MAX 255

/*
 * Write NAME, which is UTF-8, to ASCII: every label that is not ASCII becomes "xn--" and its
 * Punycode, every full stop of whatever script becomes a dot, all else stays as it is. UV_EINVAL:
 * NAME is empty, is not UTF-8, or is longer than GY_IDNA_NAME_MAX when converted.
 */
int gy_idna_to_ascii(const char *name, char ascii[GY_IDNA_NAME_MAX + 1]);

#endif
