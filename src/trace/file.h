/* SPDX-License-Identifier: MIT */
/* The file that a trace goes to. */
#ifndef GY_TRACE_FILE_H
#define GY_TRACE_FILE_H

/* Opens it for writing and makes it if it is not there, for its owner alone; what is in it stays.
 * The descriptor, or a negative error. Refused is what somebody else may have put there to have us
 * overwrite another file, or to read the trace: symbolic links (UV_ELOOP), files with more than one
 * name (UV_EMLINK), of another owner (UV_EPERM), and what is no regular file (UV_EFTYPE). Only
 * calls that a signal handler may make. */
int gy_trace_file_open(const char *path);

#endif
