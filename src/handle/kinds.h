/* SPDX-License-Identifier: MIT */
/* Functions of this folder that the table of handle types (kinds.c) uses. */
#ifndef GY_HANDLE_KINDS_H
#define GY_HANDLE_KINDS_H

#include "loop/loop.h"

bool gy_async_close(gy_handle *handle);
void gy_async_forked(gy_handle *handle);
bool gy_fs_event_close(gy_handle *handle);
void gy_fs_event_forked(gy_handle *handle);
void gy_fs_event_release(gy_loop *loop);
bool gy_fs_poll_close(gy_handle *handle);
bool gy_poll_close(gy_handle *handle);

#endif
