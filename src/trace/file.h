/* SPDX-License-Identifier: MIT */
/* The file that a trace goes to. */
#ifndef GY_TRACE_FILE_H
#define GY_TRACE_FILE_H

/* Opens it for writing. Creates it if it does not exist, with mode 0600; existing contents stay.
 * Returns the descriptor, or a negative error. Refuses what somebody else may have put there to
 * make us overwrite another file, or to read the trace: symbolic links (UV_ELOOP), files with more
 * than one name (UV_EMLINK), files of another owner (UV_EPERM), and files that are not regular
 * (UV_EFTYPE). Makes only calls that a signal handler may make. */
int gy_trace_file_open(const char *path);

#endif
