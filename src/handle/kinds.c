/* SPDX-License-Identifier: MIT */
/*
 * The table of handle types: what the loop must know about each. A type without `close` is not a
 * handle type of its own.
 */
#include "handle/kinds.h"

#include "handle/process.h"
#include "handle/signal.h"
#include "handle/stream.h"
#include "handle/udp.h"

const gy_handle_kind gy_handle_kinds[UV_HANDLE_TYPE_MAX] = {
    [UV_ASYNC] = {.name = "async",
                  .size = sizeof(uv_async_t),
                  .close = gy_async_close,
                  .forked = gy_async_forked},
    [UV_CHECK] = {.name = "check", .size = sizeof(uv_check_t), .close = gy_watchers_close},
    [UV_FS_EVENT] = {.name = "fs_event",
                     .size = sizeof(uv_fs_event_t),
                     .close = gy_fs_event_close,
                     .forked = gy_fs_event_forked,
                     .release = gy_fs_event_release},
    [UV_FS_POLL] = {.name = "fs_poll", .size = sizeof(uv_fs_poll_t), .close = gy_fs_poll_close},
    [UV_HANDLE] = {.name = "handle", .size = sizeof(uv_handle_t)},
    [UV_IDLE] = {.name = "idle", .size = sizeof(uv_idle_t), .close = gy_watchers_close},
    [UV_NAMED_PIPE] = {.name = "pipe",
                       .size = sizeof(uv_pipe_t),
                       .close = gy_pipe_close,
                       .finish = gy_stream_finish},
    [UV_POLL] = {.name = "poll", .size = sizeof(uv_poll_t), .close = gy_poll_close},
    [UV_PREPARE] = {.name = "prepare", .size = sizeof(uv_prepare_t), .close = gy_watchers_close},
    [UV_PROCESS] = {.name = "process",
                    .size = sizeof(uv_process_t),
                    .close = gy_process_close,
                    .forked = gy_process_forked,
                    .finish = gy_process_finish},
    [UV_STREAM] = {.name = "stream", .size = sizeof(uv_stream_t)},
    [UV_TCP] = {.name = "tcp",
                .size = sizeof(uv_tcp_t),
                .close = gy_stream_close,
                .finish = gy_stream_finish},
    [UV_TIMER] = {.name = "timer", .size = sizeof(uv_timer_t), .close = gy_timers_close},
    [UV_TTY] = {.name = "tty",
                .size = sizeof(uv_tty_t),
                .close = gy_tty_close,
                .finish = gy_stream_finish},
    [UV_UDP] = {.name = "udp",
                .size = sizeof(uv_udp_t),
                .close = gy_udp_close,
                .finish = gy_udp_finish,
                .release = gy_udp_batch_release},
    [UV_SIGNAL] = {.name = "signal",
                   .size = sizeof(uv_signal_t),
                   .close = gy_signal_close,
                   .forked = gy_signal_forked},
    [UV_FILE] = {.name = "file"},
};
