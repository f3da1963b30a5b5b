/* SPDX-License-Identifier: MIT */
/*
 * uv.h: the event loop. An interface compatible with libuv 1.52, in source and, on Linux x86_64,
 * in binary form: sizes, public offsets, values and prototypes are those that programs built for
 * libuv rely on. What gyre adds is in gyre.h.
 *
 * The loop. A uv_loop_t waits for things to happen and calls you back. Everything on one loop runs
 * in the one thread that calls uv_run(). One turn of the loop goes through these phases:
 *
 *     pending   callbacks that were put off: write and send results, connect errors, shutdowns
 *     idle      uv_idle_t callbacks; while one is active the loop does not sleep
 *     prepare   uv_prepare_t callbacks
 *     poll      sleep until a descriptor is ready, a wake-up arrives or a timer is near; run I/O
 *     pending   again, for what poll has just queued (at most 8 rounds)
 *     check     uv_check_t callbacks
 *     closing   uv_close() callbacks
 *     timers    refresh the loop's clock, run the timers that are due
 *
 * UV_RUN_DEFAULT also runs the timers that are due once before its first turn. The loop is alive
 * while it has an active and referenced handle, an active request, a pending callback or a handle
 * that is still closing; uv_run() goes on, in the default mode, until it is not.
 *
 * Handles (uv_timer_t, uv_tcp_t, ...) are long-lived things that may call back many times. You
 * allocate the memory and call uv_NAME_init() on it; from then on it belongs to the loop until the
 * callback of uv_close() has run, and must neither move nor be freed before. Any handle pointer may
 * be cast to uv_handle_t *, and a TCP, pipe or terminal handle to uv_stream_t *.
 *
 * Requests (uv_write_t, uv_fs_t, ...) are single operations. You allocate them, the function that
 * starts the operation sets them up, and they are yours again when their callback runs: free or
 * reuse them from there. Any request pointer may be cast to uv_req_t *.
 *
 * Every handle, request and loop has a `data` pointer for your own use; the library never writes
 * it. Members named gy_private* are the library's storage.
 *
 * Errors are negative numbers, UV_E*. A function that returns int returns 0 or an error unless it
 * is said otherwise. If the call that starts an operation returns an error, its callback is never
 * called. If it returns 0 the callback is called exactly once, later and never from inside the
 * call, with the outcome in `status`, `nread` or `req->result`. Misuse, such as closing a handle
 * twice, is a bug in the program and may end it.
 *
 * Threads. A loop, its handles and its requests may be used only in the thread that runs the loop.
 * The exceptions: uv_async_send() (also from signal handlers) and uv_metrics_idle_time() may be
 * called from any thread; the locks and thread functions are there for that; functions that take
 * no loop, handle or request are safe to call from any thread unless it is said otherwise. The
 * library does not suppress SIGPIPE: programs that write to sockets should ignore it.
 *
 * The header needs a POSIX.1-2001 environment or later: with a strict -std=c99 or -std=c11, define
 * _POSIX_C_SOURCE=200809L or _GNU_SOURCE.
 */
#ifndef UV_H
#define UV_H

#include <errno.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/* Programs expect these to arrive along with uv.h. */
#include <arpa/inet.h>
#include <dirent.h>
#include <fcntl.h>
#include <math.h>
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <pthread.h>
#include <pwd.h>
#include <semaphore.h>
#include <signal.h>
#include <sys/param.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <termios.h>

#include "uv/version.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Marks what the shared library exports. */
#define UV_EXTERN __attribute__((visibility("default")))

/* ------------------------------------------------------------------------------------------------
 * Version
 * ------------------------------------------------------------------------------------------------
 */

/* The interface level of the loaded library, to compare with UV_VERSION_HEX. */
UV_EXTERN unsigned int uv_version(void);

/* The same as static text, "1.52.2-dev"; releases have no suffix. */
UV_EXTERN const char *uv_version_string(void);

/* ------------------------------------------------------------------------------------------------
 * Errors
 * ------------------------------------------------------------------------------------------------
 */

/*
 * Every error once: XX(NAME, "text"), where UV_NAME is the constant and "NAME" what uv_err_name()
 * says. Use it to make tables:
 *
 *     #define XX(name, text) case UV_##name: return text;
 *     UV_ERRNO_MAP(XX)
 */
#define UV_ERRNO_MAP(XX)                                         \
  XX(E2BIG, "argument list too long")                            \
  XX(EACCES, "permission denied")                                \
  XX(EADDRINUSE, "address already in use")                       \
  XX(EADDRNOTAVAIL, "address not available")                     \
  XX(EAFNOSUPPORT, "address family not supported")               \
  XX(EAGAIN, "resource temporarily unavailable")                 \
  XX(EAI_ADDRFAMILY, "address family not supported")             \
  XX(EAI_AGAIN, "temporary failure")                             \
  XX(EAI_BADFLAGS, "bad ai_flags value")                         \
  XX(EAI_BADHINTS, "invalid value for hints")                    \
  XX(EAI_CANCELED, "request canceled")                           \
  XX(EAI_FAIL, "permanent failure")                              \
  XX(EAI_FAMILY, "ai_family not supported")                      \
  XX(EAI_MEMORY, "out of memory")                                \
  XX(EAI_NODATA, "no address")                                   \
  XX(EAI_NONAME, "unknown node or service")                      \
  XX(EAI_OVERFLOW, "argument buffer overflow")                   \
  XX(EAI_PROTOCOL, "resolved protocol is unknown")               \
  XX(EAI_SERVICE, "service not available for socket type")       \
  XX(EAI_SOCKTYPE, "socket type not supported")                  \
  XX(EALREADY, "connection already in progress")                 \
  XX(EBADF, "bad file descriptor")                               \
  XX(EBUSY, "resource busy or locked")                           \
  XX(ECANCELED, "operation canceled")                            \
  XX(ECHARSET, "invalid Unicode character")                      \
  XX(ECONNABORTED, "software caused connection abort")           \
  XX(ECONNREFUSED, "connection refused")                         \
  XX(ECONNRESET, "connection reset by peer")                     \
  XX(EDESTADDRREQ, "destination address required")               \
  XX(EEXIST, "file already exists")                              \
  XX(EFAULT, "bad address in system call argument")              \
  XX(EFBIG, "file too large")                                    \
  XX(EHOSTUNREACH, "host is unreachable")                        \
  XX(EINTR, "interrupted system call")                           \
  XX(EINVAL, "invalid argument")                                 \
  XX(EIO, "i/o error")                                           \
  XX(EISCONN, "socket is already connected")                     \
  XX(EISDIR, "illegal operation on a directory")                 \
  XX(ELOOP, "too many symbolic links encountered")               \
  XX(EMFILE, "too many open files")                              \
  XX(EMSGSIZE, "message too long")                               \
  XX(ENAMETOOLONG, "name too long")                              \
  XX(ENETDOWN, "network is down")                                \
  XX(ENETUNREACH, "network is unreachable")                      \
  XX(ENFILE, "file table overflow")                              \
  XX(ENOBUFS, "no buffer space available")                       \
  XX(ENODEV, "no such device")                                   \
  XX(ENOENT, "no such file or directory")                        \
  XX(ENOMEM, "not enough memory")                                \
  XX(ENONET, "machine is not on the network")                    \
  XX(ENOPROTOOPT, "protocol not available")                      \
  XX(ENOSPC, "no space left on device")                          \
  XX(ENOSYS, "function not implemented")                         \
  XX(ENOTCONN, "socket is not connected")                        \
  XX(ENOTDIR, "not a directory")                                 \
  XX(ENOTEMPTY, "directory not empty")                           \
  XX(ENOTSOCK, "socket operation on non-socket")                 \
  XX(ENOTSUP, "operation not supported on socket")               \
  XX(EOVERFLOW, "value too large for defined data type")         \
  XX(EPERM, "operation not permitted")                           \
  XX(EPIPE, "broken pipe")                                       \
  XX(EPROTO, "protocol error")                                   \
  XX(EPROTONOSUPPORT, "protocol not supported")                  \
  XX(EPROTOTYPE, "protocol wrong type for socket")               \
  XX(ERANGE, "result too large")                                 \
  XX(EROFS, "read-only file system")                             \
  XX(ESHUTDOWN, "cannot send after transport endpoint shutdown") \
  XX(ESPIPE, "invalid seek")                                     \
  XX(ESRCH, "no such process")                                   \
  XX(ETIMEDOUT, "connection timed out")                          \
  XX(ETXTBSY, "text file is busy")                               \
  XX(EXDEV, "cross-device link not permitted")                   \
  XX(UNKNOWN, "unknown error")                                   \
  XX(EOF, "end of file")                                         \
  XX(ENXIO, "no such device or address")                         \
  XX(EMLINK, "too many links")                                   \
  XX(EHOSTDOWN, "host is down")                                  \
  XX(EREMOTEIO, "remote I/O error")                              \
  XX(ENOTTY, "inappropriate ioctl for device")                   \
  XX(EFTYPE, "inappropriate file type or format")                \
  XX(EILSEQ, "illegal byte sequence")                            \
  XX(ESOCKTNOSUPPORT, "socket type not supported")               \
  XX(ENODATA, "no data available")                               \
  XX(EUNATCH, "protocol driver not attached")                    \
  XX(ENOEXEC, "exec format error")

/* The errors. Those of the system have its numbers with the sign changed; the others are our own.
 *   UV_EOF      a stream has ended
 *   UV_UNKNOWN  none of these
 *   UV_EAI_*    a name could not be resolved
 * UV_ERRNO_MAX is below all of them. */
typedef enum uv_errno_t {
  UV_E2BIG = -E2BIG,
  UV_EACCES = -EACCES,
  UV_EADDRINUSE = -EADDRINUSE,
  UV_EADDRNOTAVAIL = -EADDRNOTAVAIL,
  UV_EAFNOSUPPORT = -EAFNOSUPPORT,
  UV_EAGAIN = -EAGAIN,
  UV_EAI_ADDRFAMILY = -3000,
  UV_EAI_AGAIN = -3001,
  UV_EAI_BADFLAGS = -3002,
  UV_EAI_BADHINTS = -3013,
  UV_EAI_CANCELED = -3003,
  UV_EAI_FAIL = -3004,
  UV_EAI_FAMILY = -3005,
  UV_EAI_MEMORY = -3006,
  UV_EAI_NODATA = -3007,
  UV_EAI_NONAME = -3008,
  UV_EAI_OVERFLOW = -3009,
  UV_EAI_PROTOCOL = -3014,
  UV_EAI_SERVICE = -3010,
  UV_EAI_SOCKTYPE = -3011,
  UV_EALREADY = -EALREADY,
  UV_EBADF = -EBADF,
  UV_EBUSY = -EBUSY,
  UV_ECANCELED = -ECANCELED,
  UV_ECHARSET = -4080,
  UV_ECONNABORTED = -ECONNABORTED,
  UV_ECONNREFUSED = -ECONNREFUSED,
  UV_ECONNRESET = -ECONNRESET,
  UV_EDESTADDRREQ = -EDESTADDRREQ,
  UV_EEXIST = -EEXIST,
  UV_EFAULT = -EFAULT,
  UV_EFBIG = -EFBIG,
  UV_EHOSTUNREACH = -EHOSTUNREACH,
  UV_EINTR = -EINTR,
  UV_EINVAL = -EINVAL,
  UV_EIO = -EIO,
  UV_EISCONN = -EISCONN,
  UV_EISDIR = -EISDIR,
  UV_ELOOP = -ELOOP,
  UV_EMFILE = -EMFILE,
  UV_EMSGSIZE = -EMSGSIZE,
  UV_ENAMETOOLONG = -ENAMETOOLONG,
  UV_ENETDOWN = -ENETDOWN,
  UV_ENETUNREACH = -ENETUNREACH,
  UV_ENFILE = -ENFILE,
  UV_ENOBUFS = -ENOBUFS,
  UV_ENODEV = -ENODEV,
  UV_ENOENT = -ENOENT,
  UV_ENOMEM = -ENOMEM,
  UV_ENONET = -ENONET,
  UV_ENOPROTOOPT = -ENOPROTOOPT,
  UV_ENOSPC = -ENOSPC,
  UV_ENOSYS = -ENOSYS,
  UV_ENOTCONN = -ENOTCONN,
  UV_ENOTDIR = -ENOTDIR,
  UV_ENOTEMPTY = -ENOTEMPTY,
  UV_ENOTSOCK = -ENOTSOCK,
  UV_ENOTSUP = -ENOTSUP,
  UV_EOVERFLOW = -EOVERFLOW,
  UV_EPERM = -EPERM,
  UV_EPIPE = -EPIPE,
  UV_EPROTO = -EPROTO,
  UV_EPROTONOSUPPORT = -EPROTONOSUPPORT,
  UV_EPROTOTYPE = -EPROTOTYPE,
  UV_ERANGE = -ERANGE,
  UV_EROFS = -EROFS,
  UV_ESHUTDOWN = -ESHUTDOWN,
  UV_ESPIPE = -ESPIPE,
  UV_ESRCH = -ESRCH,
  UV_ETIMEDOUT = -ETIMEDOUT,
  UV_ETXTBSY = -ETXTBSY,
  UV_EXDEV = -EXDEV,
  UV_UNKNOWN = -4094,
  UV_EOF = -4095,
  UV_ENXIO = -ENXIO,
  UV_EMLINK = -EMLINK,
  UV_EHOSTDOWN = -EHOSTDOWN,
  UV_EREMOTEIO = -EREMOTEIO,
  UV_ENOTTY = -ENOTTY,
  UV_EFTYPE = -4028,
  UV_EILSEQ = -EILSEQ,
  UV_ESOCKTNOSUPPORT = -ESOCKTNOSUPPORT,
  UV_ENODATA = -ENODATA,
  UV_EUNATCH = -EUNATCH,
  UV_ENOEXEC = -ENOEXEC,
  UV_ERRNO_MAX = -4096
} uv_errno_t;

/* The text of an error: "no such file or directory". Static for the errors above; for a number
 * that is not one of them the text is "Unknown system error N" and a little memory is lost: prefer
 * uv_strerror_r() for numbers that come from outside. */
UV_EXTERN const char *uv_strerror(int err);

/* The same into your buffer, cut to fit and always terminated. Returns buf. */
UV_EXTERN char *uv_strerror_r(int err, char *buf, size_t buflen);

/* The name of an error: "ENOENT". Unknown numbers as with uv_strerror(). */
UV_EXTERN const char *uv_err_name(int err);

/* The same into your buffer, cut to fit and always terminated. Returns buf. */
UV_EXTERN char *uv_err_name_r(int err, char *buf, size_t buflen);

/* Turns a positive errno into an error of this interface; zero and negative numbers are returned
 * as they are. */
UV_EXTERN int uv_translate_sys_error(int sys_errno);

/* ------------------------------------------------------------------------------------------------
 * Types
 * ------------------------------------------------------------------------------------------------
 */

/* Every kind of handle: XX(ASYNC, async) means the constant UV_ASYNC and the type uv_async_t. */
#define UV_HANDLE_TYPE_MAP(XX) \
  XX(ASYNC, async)             \
  XX(CHECK, check)             \
  XX(FS_EVENT, fs_event)       \
  XX(FS_POLL, fs_poll)         \
  XX(HANDLE, handle)           \
  XX(IDLE, idle)               \
  XX(NAMED_PIPE, pipe)         \
  XX(POLL, poll)               \
  XX(PREPARE, prepare)         \
  XX(PROCESS, process)         \
  XX(STREAM, stream)           \
  XX(TCP, tcp)                 \
  XX(TIMER, timer)             \
  XX(TTY, tty)                 \
  XX(UDP, udp)                 \
  XX(SIGNAL, signal)

/* Every kind of request: XX(CONNECT, connect) means UV_CONNECT and uv_connect_t. */
#define UV_REQ_TYPE_MAP(XX)    \
  XX(REQ, req)                 \
  XX(CONNECT, connect)         \
  XX(WRITE, write)             \
  XX(SHUTDOWN, shutdown)       \
  XX(UDP_SEND, udp_send)       \
  XX(FS, fs)                   \
  XX(WORK, work)               \
  XX(GETADDRINFO, getaddrinfo) \
  XX(GETNAMEINFO, getnameinfo) \
  XX(RANDOM, random)

/* clang-format off */
/* The kind of a handle, 1 upwards in the order of the map. UV_FILE is no handle, only an answer of
 * uv_guess_handle(); UV_HANDLE_TYPE_MAX counts the values. */
typedef enum uv_handle_type {
  UV_UNKNOWN_HANDLE = 0,
#define GY_ENUM_MEMBER(upper, lower) UV_##upper,
  UV_HANDLE_TYPE_MAP(GY_ENUM_MEMBER)
#undef GY_ENUM_MEMBER
  UV_FILE,
  UV_HANDLE_TYPE_MAX
} uv_handle_type;

/* The kind of a request, 1 upwards in the order of the map. */
typedef enum uv_req_type {
  UV_UNKNOWN_REQ = 0,
#define GY_ENUM_MEMBER(upper, lower) UV_##upper,
  UV_REQ_TYPE_MAP(GY_ENUM_MEMBER)
#undef GY_ENUM_MEMBER
  UV_REQ_TYPE_MAX
} uv_req_type;
/* clang-format on */

/* The loop. */
typedef struct uv_loop_s uv_loop_t;

/* Handles. */
typedef struct uv_handle_s uv_handle_t;
typedef struct uv_stream_s uv_stream_t;
typedef struct uv_tcp_s uv_tcp_t;
typedef struct uv_pipe_s uv_pipe_t;
typedef struct uv_tty_s uv_tty_t;
typedef struct uv_udp_s uv_udp_t;
typedef struct uv_poll_s uv_poll_t;
typedef struct uv_timer_s uv_timer_t;
typedef struct uv_prepare_s uv_prepare_t;
typedef struct uv_check_s uv_check_t;
typedef struct uv_idle_s uv_idle_t;
typedef struct uv_async_s uv_async_t;
typedef struct uv_process_s uv_process_t;
typedef struct uv_fs_event_s uv_fs_event_t;
typedef struct uv_fs_poll_s uv_fs_poll_t;
typedef struct uv_signal_s uv_signal_t;

/* Requests. */
typedef struct uv_req_s uv_req_t;
typedef struct uv_connect_s uv_connect_t;
typedef struct uv_write_s uv_write_t;
typedef struct uv_shutdown_s uv_shutdown_t;
typedef struct uv_udp_send_s uv_udp_send_t;
typedef struct uv_fs_s uv_fs_t;
typedef struct uv_work_s uv_work_t;
typedef struct uv_getaddrinfo_s uv_getaddrinfo_t;
typedef struct uv_getnameinfo_s uv_getnameinfo_t;
typedef struct uv_random_s uv_random_t;

/* Plain data. */
typedef struct uv_dir_s uv_dir_t;
typedef struct uv_dirent_s uv_dirent_t;
typedef struct uv_statfs_s uv_statfs_t;
typedef struct uv_cpu_info_s uv_cpu_info_t;
typedef struct uv_interface_address_s uv_interface_address_t;
typedef struct uv_passwd_s uv_passwd_t;
typedef struct uv_group_s uv_group_t;
typedef struct uv_utsname_s uv_utsname_t;
typedef struct uv_env_item_s uv_env_item_t;
typedef struct uv_metrics_s uv_metrics_t;

/* What the system calls these things. A file, a socket and "a descriptor" are all an int here. */
typedef int uv_file;
typedef int uv_os_sock_t;
typedef int uv_os_fd_t;
typedef pid_t uv_pid_t;
typedef uid_t uv_uid_t;
typedef gid_t uv_gid_t;

/* A piece of memory. It has the layout of struct iovec and may be cast to it. */
typedef struct uv_buf_t {
  char *base;
  size_t len;
} uv_buf_t;

/* A uv_buf_t over `len` bytes at `base`; nothing is copied or owned. */
UV_EXTERN uv_buf_t uv_buf_init(char *base, unsigned int len);

/* Times. The 64 variants do not depend on the width of long. */
typedef struct {
  long tv_sec;
  long tv_nsec;
} uv_timespec_t;

typedef struct {
  int64_t tv_sec;
  int32_t tv_nsec;
} uv_timespec64_t;

typedef struct {
  long tv_sec;
  long tv_usec;
} uv_timeval_t;

typedef struct {
  int64_t tv_sec;
  int32_t tv_usec;
} uv_timeval64_t;

/* ------------------------------------------------------------------------------------------------
 * The library as a whole
 * ------------------------------------------------------------------------------------------------
 */

/* The four functions of an allocator, with the meaning of their namesakes in the C library. */
typedef void *(*uv_malloc_func)(size_t size);
typedef void *(*uv_realloc_func)(void *ptr, size_t size);
typedef void *(*uv_calloc_func)(size_t count, size_t size);
typedef void (*uv_free_func)(void *ptr);

/* Makes the library allocate with these functions, which must be thread-safe. Call it before
 * anything else; memory from the old allocator would be given to the new one otherwise. UV_EINVAL
 * if one of them is NULL. */
UV_EXTERN int uv_replace_allocator(uv_malloc_func malloc_func, uv_realloc_func realloc_func,
                                   uv_calloc_func calloc_func, uv_free_func free_func);

/* Ends the pool's threads and frees what is global, once; later calls do nothing. It also happens
 * by itself when the library is unloaded. No loop may be in use and nothing may be called after. */
UV_EXTERN void uv_library_shutdown(void);

/* ------------------------------------------------------------------------------------------------
 * The loop
 * ------------------------------------------------------------------------------------------------
 */

/* How far uv_run() goes. */
typedef enum uv_run_mode {
  UV_RUN_DEFAULT = 0, /* turn until the loop is not alive or uv_stop() was called */
  UV_RUN_ONCE = 1,    /* one turn, which may sleep */
  UV_RUN_NOWAIT = 2   /* one turn that does not sleep */
} uv_run_mode;

/* What uv_loop_configure() can set. */
typedef enum uv_loop_option {
  UV_LOOP_BLOCK_SIGNAL = 0,       /* int: a signal to block while polling; SIGPROF only */
  UV_METRICS_IDLE_TIME = 1,       /* no argument: measure uv_metrics_idle_time() */
  UV_LOOP_USE_IO_URING_SQPOLL = 2 /* no argument: io_uring may be used for file operations */
} uv_loop_option;

/* Sees one handle of the loop; `arg` is what was given to uv_walk(). */
typedef void (*uv_walk_cb)(uv_handle_t *handle, void *arg);

struct uv_loop_s {
  void *data;                  /* yours; kept by uv_loop_init() and uv_loop_close() */
  unsigned int active_handles; /* active and referenced handles; to read only */
  unsigned int gy_private_a;
  void *gy_private_b[2];
  union {
    void *gy_private;
    unsigned int count; /* requests under way; to read only */
  } active_reqs;
  void *internal_fields;  /* the library's own */
  unsigned int stop_flag; /* set by uv_stop(), cleared when uv_run() returns; to read only */
  unsigned int gy_private_c;
  void *gy_private_d[94 + sizeof(pthread_mutex_t) / sizeof(void *)];
};

/* The loop of a program that needs only one, made on first use; NULL if that failed. Not
 * thread-safe. Close it like any other; the next call makes it anew. */
UV_EXTERN uv_loop_t *uv_default_loop(void);

/* Sets up a loop in your memory. Keeps `data` as it is and overwrites the rest. Fails if
 * descriptors or memory run out. */
UV_EXTERN int uv_loop_init(uv_loop_t *loop);

/* Releases what the loop owns, after which its memory is yours. UV_EBUSY, with nothing changed,
 * while a request is active or a handle has not been closed to the end: close all handles and let
 * uv_run() deliver their callbacks first. */
UV_EXTERN int uv_loop_close(uv_loop_t *loop);

/* Out of date: a loop on the heap, NULL on failure, and its end. Prefer uv_loop_init() and
 * uv_loop_close(). */
UV_EXTERN uv_loop_t *uv_loop_new(void);
UV_EXTERN void uv_loop_delete(uv_loop_t *loop);

/* sizeof(uv_loop_t) as the library sees it, for bindings from other languages. */
UV_EXTERN size_t uv_loop_size(void);

/* Sets one option of a loop, with the argument that the option asks for, before the loop runs.
 * UV_EINVAL for a wrong argument, UV_ENOSYS for an unknown option. */
UV_EXTERN int uv_loop_configure(uv_loop_t *loop, uv_loop_option option, ...);

/* Makes a loop usable again in a child process after fork(). The child must call it for each loop
 * it wants to go on using, before anything else on that loop. Work that was queued or running in
 * the pool stays with the parent. */
UV_EXTERN int uv_loop_fork(uv_loop_t *loop);

/* Runs the loop. Returns non-zero if the loop is still alive: after UV_RUN_ONCE or UV_RUN_NOWAIT
 * that means there is more to do, after UV_RUN_DEFAULT that uv_stop() ended it. A loop that is not
 * alive returns 0 at once. UV_RUN_ONCE does not sleep if callbacks were pending or an idle handle
 * was active at its start, and may return without having called anything. Not to be called from a
 * callback of the same loop. */
UV_EXTERN int uv_run(uv_loop_t *loop, uv_run_mode mode);

/* Makes uv_run() return at the end of the present turn, which will not sleep any more. Called
 * before uv_run(), it makes that call return without running anything. Only from the thread of the
 * loop; from others, uv_async_send() to a callback that stops. */
UV_EXTERN void uv_stop(uv_loop_t *loop);

/* Non-zero if the loop has something to wait for or to do; see the introduction. */
UV_EXTERN int uv_loop_alive(const uv_loop_t *loop);

/* To run this loop inside another: watch this descriptor for reading there, no longer than
 * uv_backend_timeout(), then call uv_run(loop, UV_RUN_NOWAIT). */
UV_EXTERN int uv_backend_fd(const uv_loop_t *loop);

/* How long the poll phase would sleep now, in milliseconds; -1 is for ever. 0 if the loop is
 * stopping or not alive, if idle, pending or closing work exists, or if watchers were added since
 * the last turn. */
UV_EXTERN int uv_backend_timeout(const uv_loop_t *loop);

/* The loop's clock: milliseconds from an arbitrary start, never going back. It stands still between
 * refreshes (at uv_loop_init(), after every sleep, before timers), so that all callbacks of a phase
 * see one time. For exact times see uv_hrtime(). */
UV_EXTERN uint64_t uv_now(const uv_loop_t *loop);

/* Refreshes that clock: worth it after a callback that has blocked for long and before it starts
 * timers. */
UV_EXTERN void uv_update_time(uv_loop_t *loop);

/* Calls walk_cb for every handle of the loop, active or not, including those that are closing. The
 * callback may close handles. */
UV_EXTERN void uv_walk(uv_loop_t *loop, uv_walk_cb walk_cb, void *arg);

/* Lists the handles of the loop (NULL: the default loop), one a line: R referenced, A active, I the
 * library's own, then kind and address. For debugging; the form may change. */
UV_EXTERN void uv_print_all_handles(uv_loop_t *loop, FILE *stream);

/* The same for active handles only. */
UV_EXTERN void uv_print_active_handles(uv_loop_t *loop, FILE *stream);

/* `data`, for bindings that cannot see the structure. */
UV_EXTERN void *uv_loop_get_data(const uv_loop_t *loop);
UV_EXTERN void uv_loop_set_data(uv_loop_t *loop, void *data);

/* ------------------------------------------------------------------------------------------------
 * Handles: what all kinds have in common
 * ------------------------------------------------------------------------------------------------
 */

/* The handle is closed and its memory yours again. */
typedef void (*uv_close_cb)(uv_handle_t *handle);

/* Asks for memory to receive into: set buf->base and buf->len. `suggested_size` (65536) may be
 * ignored. Leaving base NULL or len 0 means "not now" and the reader is told UV_ENOBUFS. Every
 * buffer comes back exactly once through the read or receive callback. */
typedef void (*uv_alloc_cb)(uv_handle_t *handle, size_t suggested_size, uv_buf_t *buf);

/*
 * The fields that every handle begins with.
 *
 *   data      yours
 *   loop      the loop the handle was initialised on; to read only
 *   type      its kind; to read only
 *   close_cb  what uv_close() was given
 *   u.fd      the library's own
 *   flags     the library's own. Existing programs rely on bit 0x4000 of a stream: set, reading is
 *             allowed whatever the access mode of the descriptor
 */
#define UV_HANDLE_FIELDS \
  void *data;            \
  uv_loop_t *loop;       \
  uv_handle_type type;   \
  uv_close_cb close_cb;  \
  void *gy_private_a[2]; \
  union {                \
    int fd;              \
    void *gy_private[4]; \
  } u;                   \
  void *gy_private_b;    \
  unsigned int flags;    \
  unsigned int gy_private_c

/* Where streams and poll handles keep their descriptor: -1 unless open. Existing programs read
 * io_watcher.fd; new ones ask uv_fileno(). */
#define GY_IO_WATCHER      \
  struct {                 \
    void *gy_private[6];   \
    int fd;                \
    unsigned int gy_spare; \
  } io_watcher

/* Any handle. */
struct uv_handle_s {
  UV_HANDLE_FIELDS;
};

/* Starts closing: the handle stops, its descriptor is closed (but 0, 1 and 2 never are, nor is that
 * of a poll handle), and close_cb, which may be NULL, runs in the next closing phase. Requests of
 * a stream or UDP handle that are under way end with UV_ECANCELED before that. The callbacks of one
 * closing phase come in the reverse order of the calls. Call it once for every handle that was
 * initialised; a closing handle keeps the loop alive. */
UV_EXTERN void uv_close(uv_handle_t *handle, uv_close_cb close_cb);

/* Non-zero from uv_close() on. Such a handle can be used for nothing else. */
UV_EXTERN int uv_is_closing(const uv_handle_t *handle);

/* Non-zero if the handle is doing something: started and not stopped for timers, idle, prepare,
 * check, poll, signal, fs_event and fs_poll handles; reading or listening for streams; receiving or
 * sending for UDP; running for processes; always, until closed, for async handles. */
UV_EXTERN int uv_is_active(const uv_handle_t *handle);

/* An active handle keeps the loop alive unless it is unreferenced. Handles begin referenced; both
 * calls may be repeated, they set a mark and do not count. Requests cannot be unreferenced. */
UV_EXTERN void uv_ref(uv_handle_t *handle);
UV_EXTERN void uv_unref(uv_handle_t *handle);

/* Non-zero if the handle is referenced, be it active or not. */
UV_EXTERN int uv_has_ref(const uv_handle_t *handle);

/* The descriptor of a TCP, pipe, terminal, UDP or poll handle, still owned by it. UV_EINVAL for
 * other kinds, UV_EBADF if there is none (yet, or any more). */
UV_EXTERN int uv_fileno(const uv_handle_t *handle, uv_os_fd_t *fd);

/* The kernel's send or receive buffer of a TCP, pipe or UDP handle: *value 0 reads the size into
 * it, any other value sets it. Linux sets, and then reports, the double. UV_ENOTSUP for other
 * kinds. */
UV_EXTERN int uv_send_buffer_size(uv_handle_t *handle, int *value);
UV_EXTERN int uv_recv_buffer_size(uv_handle_t *handle, int *value);

/* What a descriptor is: UV_TTY, UV_FILE (also character devices), UV_NAMED_PIPE (fifos and stream
 * sockets of AF_UNIX), UV_TCP, UV_UDP or UV_UNKNOWN_HANDLE. Tells which handle to make for
 * standard input and output. */
UV_EXTERN uv_handle_type uv_guess_handle(uv_file file);

/* sizeof the handle of this kind; (size_t)-1 if there is none. */
UV_EXTERN size_t uv_handle_size(uv_handle_type type);

/* The lower-case name of a kind, "timer", static; NULL if there is none. */
UV_EXTERN const char *uv_handle_type_name(uv_handle_type type);

/* Fields, for bindings that cannot see the structure. */
UV_EXTERN uv_handle_type uv_handle_get_type(const uv_handle_t *handle);
UV_EXTERN uv_loop_t *uv_handle_get_loop(const uv_handle_t *handle);
UV_EXTERN void *uv_handle_get_data(const uv_handle_t *handle);
UV_EXTERN void uv_handle_set_data(uv_handle_t *handle, void *data);

/* ------------------------------------------------------------------------------------------------
 * Requests: what all kinds have in common
 * ------------------------------------------------------------------------------------------------
 */

/*
 * The fields that every request begins with.
 *
 *   data  yours
 *   type  its kind; set by the call that starts the request
 */
#define UV_REQ_FIELDS        \
  void *data;                \
  uv_req_type type;          \
  unsigned int gy_private_a; \
  void *gy_private_b[6]

/* Any request. */
struct uv_req_s {
  UV_REQ_FIELDS;
};

/* Takes back a request that waits in the pool (fs, getaddrinfo, getnameinfo, random, work). Its
 * callback still comes, later, with UV_ECANCELED as status or result; for the two name look-ups
 * with UV_EAI_CANCELED. UV_EBUSY if it is running or done, UV_EINVAL for other kinds. */
UV_EXTERN int uv_cancel(uv_req_t *req);

/* sizeof the request of this kind; (size_t)-1 if there is none. */
UV_EXTERN size_t uv_req_size(uv_req_type type);

/* The lower-case name of a kind, "connect", static; NULL if there is none. */
UV_EXTERN const char *uv_req_type_name(uv_req_type type);

/* Fields, for bindings that cannot see the structure. */
UV_EXTERN uv_req_type uv_req_get_type(const uv_req_t *req);
UV_EXTERN void *uv_req_get_data(const uv_req_t *req);
UV_EXTERN void uv_req_set_data(uv_req_t *req, void *data);

/* ------------------------------------------------------------------------------------------------
 * Timers
 * ------------------------------------------------------------------------------------------------
 */

typedef void (*uv_timer_cb)(uv_timer_t *handle);

struct uv_timer_s {
  UV_HANDLE_FIELDS;
  void *gy_private_d[7];
};

/* Sets up a timer; it is not started. Never fails. */
UV_EXTERN int uv_timer_init(uv_loop_t *loop, uv_timer_t *handle);

/* Calls cb once `timeout` milliseconds after uv_now(), and every `repeat` milliseconds from then on
 * if that is not 0. Never early; timers that are due run in order of their due time, then of their
 * start. Zero means the next timers phase: never the one that is running. A repeating timer is
 * armed again before its callback, counted from the loop's time then; missed periods are not made
 * up. A one-shot timer is inactive in its callback. Starting an active timer sets it anew.
 * UV_EINVAL if cb is NULL or the handle is closing. */
UV_EXTERN int uv_timer_start(uv_timer_t *handle, uv_timer_cb cb, uint64_t timeout, uint64_t repeat);

/* Stops it, even when it is due and its turn in the present phase has not come. Always 0. */
UV_EXTERN int uv_timer_stop(uv_timer_t *handle);

/* Starts over with the repeat value as timeout; does nothing if that is 0. UV_EINVAL if the timer
 * was never started. The way to push a timeout back whenever something happens. */
UV_EXTERN int uv_timer_again(uv_timer_t *handle);

/* The repeat value; 0 means one-shot. Setting it counts from the next expiry on, whose own time
 * does not change. */
UV_EXTERN void uv_timer_set_repeat(uv_timer_t *handle, uint64_t repeat);
UV_EXTERN uint64_t uv_timer_get_repeat(const uv_timer_t *handle);

/* Milliseconds from uv_now() to the expiry, 0 if that has passed. After a stop it still tells the
 * last one. */
UV_EXTERN uint64_t uv_timer_get_due_in(const uv_timer_t *handle);

/* ------------------------------------------------------------------------------------------------
 * Idle, prepare, check: a callback in every turn
 *
 * The three are alike but for their phase. Within a phase, the handle that was started last is
 * called first; one that is started during its phase waits for the next turn. While an idle handle
 * is active the loop does not sleep.
 * ------------------------------------------------------------------------------------------------
 */

typedef void (*uv_idle_cb)(uv_idle_t *handle);
typedef void (*uv_prepare_cb)(uv_prepare_t *handle);
typedef void (*uv_check_cb)(uv_check_t *handle);

struct uv_idle_s {
  UV_HANDLE_FIELDS;
  void *gy_private_d[3];
};

struct uv_prepare_s {
  UV_HANDLE_FIELDS;
  void *gy_private_d[3];
};

struct uv_check_s {
  UV_HANDLE_FIELDS;
  void *gy_private_d[3];
};

/* Set up a handle; it is not started. Never fail. */
UV_EXTERN int uv_idle_init(uv_loop_t *loop, uv_idle_t *idle);
UV_EXTERN int uv_prepare_init(uv_loop_t *loop, uv_prepare_t *prepare);
UV_EXTERN int uv_check_init(uv_loop_t *loop, uv_check_t *check);

/* Call cb in every turn from now on. On an active handle nothing changes, not even the callback,
 * and 0 is returned. UV_EINVAL if cb is NULL. */
UV_EXTERN int uv_idle_start(uv_idle_t *idle, uv_idle_cb cb);
UV_EXTERN int uv_prepare_start(uv_prepare_t *prepare, uv_prepare_cb cb);
UV_EXTERN int uv_check_start(uv_check_t *check, uv_check_cb cb);

/* Stop; no call follows. Always 0. */
UV_EXTERN int uv_idle_stop(uv_idle_t *idle);
UV_EXTERN int uv_prepare_stop(uv_prepare_t *prepare);
UV_EXTERN int uv_check_stop(uv_check_t *check);

/* ------------------------------------------------------------------------------------------------
 * Async: waking the loop from elsewhere
 * ------------------------------------------------------------------------------------------------
 */

/* Runs in the thread of the loop. */
typedef void (*uv_async_cb)(uv_async_t *handle);

struct uv_async_s {
  UV_HANDLE_FIELDS;
  void *gy_private_d[4];
};

/* Sets up the handle and starts it at once: it is active, and keeps the loop alive, until it is
 * closed or unreferenced. async_cb may be NULL if waking up is all that is wanted. */
UV_EXTERN int uv_async_init(uv_loop_t *loop, uv_async_t *async, uv_async_cb async_cb);

/* Has async_cb called in the thread of the loop. From any thread, and from signal handlers; never
 * blocks. Sends that come before the callback has started become one call; one that comes later,
 * even during the callback, makes another. What the sender wrote before is visible in the callback.
 * Not to be called once the handle is closing. */
UV_EXTERN int uv_async_send(uv_async_t *async);

/* ------------------------------------------------------------------------------------------------
 * Poll: watching a descriptor of your own
 * ------------------------------------------------------------------------------------------------
 */

/* What to watch for, and what was seen. */
enum uv_poll_event {
  UV_READABLE = 1,
  UV_WRITABLE = 2,
  UV_DISCONNECT = 4, /* the peer has closed, or closed its sending side */
  UV_PRIORITIZED = 8 /* urgent data, or a change of a sysfs file */
};

/* `events` is a set of uv_poll_event. With a negative `status` it is 0: UV_EBADF means that the
 * kernel reports an error on the descriptor, and the handle is stopped. */
typedef void (*uv_poll_cb)(uv_poll_t *handle, int status, int events);

struct uv_poll_s {
  UV_HANDLE_FIELDS;
  uv_poll_cb poll_cb; /* the library's own */
  GY_IO_WATCHER;
};

/* Sets up the handle for a descriptor, which becomes non-blocking and stays yours: it is never
 * closed by the library, and must stay open until the handle is stopped or closed. UV_EEXIST if
 * the loop watches it already, UV_EPERM if it is of a kind that is always ready, like a file. */
UV_EXTERN int uv_poll_init(uv_loop_t *loop, uv_poll_t *handle, int fd);

/* The same; the name is for platforms where sockets are no descriptors. */
UV_EXTERN int uv_poll_init_socket(uv_loop_t *loop, uv_poll_t *handle, uv_os_sock_t socket);

/* Calls cb whenever, and as long as, one of `events` holds: read or write until UV_EAGAIN, or
 * expect to be called again. Replaces an earlier mask and callback; an empty mask stops. A hang-up
 * or error is reported as whichever of readable and writable was asked for. One descriptor, one
 * handle: UV_EEXIST if another handle of the loop watches it. */
UV_EXTERN int uv_poll_start(uv_poll_t *handle, int events, uv_poll_cb cb);

/* Stops; no call follows, and the descriptor may be closed right away. Always 0. */
UV_EXTERN int uv_poll_stop(uv_poll_t *handle);

/* ------------------------------------------------------------------------------------------------
 * Signals
 *
 * Several handles, on several loops, may watch the same signal: each is called, in the thread of
 * its own loop. When the last watcher of a signal stops, the signal gets its default action.
 * ------------------------------------------------------------------------------------------------
 */

typedef void (*uv_signal_cb)(uv_signal_t *handle, int signum);

struct uv_signal_s {
  UV_HANDLE_FIELDS;
  uv_signal_cb signal_cb; /* the library's own */
  int signum;             /* what is watched, 0 when stopped; to read only */
  int gy_private_d;
  void *gy_private_e[5];
};

/* Sets up the handle; it is not started. */
UV_EXTERN int uv_signal_init(uv_loop_t *loop, uv_signal_t *handle);

/* Calls signal_cb once for each delivery of the signal. If the handle watches that signal already
 * only the callback is replaced; if another, it changes over. UV_EINVAL for 0 and for signals that
 * cannot be caught. Those that come from a fault in the program (SIGSEGV, SIGFPE, ...) and the ones
 * that the C library's threads use are of no use here. */
UV_EXTERN int uv_signal_start(uv_signal_t *handle, uv_signal_cb signal_cb, int signum);

/* The same for one delivery: the handle stops itself with its call. */
UV_EXTERN int uv_signal_start_oneshot(uv_signal_t *handle, uv_signal_cb signal_cb, int signum);

/* Stops; no call follows. Always 0. */
UV_EXTERN int uv_signal_stop(uv_signal_t *handle);

/* ------------------------------------------------------------------------------------------------
 * Streams: what TCP, pipes and terminals have in common
 * ------------------------------------------------------------------------------------------------
 */

/* A connection waits on `server`: take it with uv_accept(). */
typedef void (*uv_connection_cb)(uv_stream_t *server, int status);

/* Data, or the end of it. `nread`:
 *   > 0     bytes in buf->base
 *   0       nothing came after all; not the end, only the buffer is given back
 *   UV_EOF  the peer has finished; reading has stopped
 *   < 0     an error; reading has stopped, and the stream is of no more use
 * But UV_ENOBUFS, the answer to an empty buffer from alloc_cb, leaves reading on. `buf` is the
 * buffer that alloc_cb gave, to be freed whatever nread says; its base may be NULL. */
typedef void (*uv_read_cb)(uv_stream_t *stream, ssize_t nread, const uv_buf_t *buf);

/* The request is done: 0, or the error. UV_ECANCELED if the stream was closed meanwhile. */
typedef void (*uv_write_cb)(uv_write_t *req, int status);
typedef void (*uv_connect_cb)(uv_connect_t *req, int status);
typedef void (*uv_shutdown_cb)(uv_shutdown_t *req, int status);

/*
 * The fields that every stream has after those of a handle.
 *
 *   write_queue_size   bytes that the kernel has not taken yet; to read only
 *   alloc_cb, read_cb  what uv_read_start() was given; the library's own
 */
#define UV_STREAM_FIELDS   \
  size_t write_queue_size; \
  uv_alloc_cb alloc_cb;    \
  uv_read_cb read_cb;      \
  void *gy_private_d[2];   \
  GY_IO_WATCHER;           \
  void *gy_private_e[7]

/* Any stream. */
struct uv_stream_s {
  UV_HANDLE_FIELDS;
  UV_STREAM_FIELDS;
};

struct uv_connect_s {
  UV_REQ_FIELDS;
  uv_connect_cb cb;    /* the library's own */
  uv_stream_t *handle; /* the stream that connects */
  void *gy_private_c[2];
};

struct uv_write_s {
  UV_REQ_FIELDS;
  uv_write_cb cb;           /* the library's own */
  uv_stream_t *send_handle; /* the handle that is passed along, or NULL */
  uv_stream_t *handle;      /* the stream that is written to */
  void *gy_private_c[13];
};

struct uv_shutdown_s {
  UV_REQ_FIELDS;
  uv_stream_t *handle; /* the stream that is shut down */
  uv_shutdown_cb cb;   /* the library's own */
};

/* Listens on a bound TCP or pipe handle and calls cb for each connection; `backlog` is how many the
 * kernel may queue. TCP without a bind listens on a port that the kernel chooses, IPv4. UV_EINVAL
 * for other kinds, unbound pipes and pipes that pass handles; an address that is in use is
 * UV_EADDRINUSE here. When descriptors run out, connections that wait are dropped so that the loop
 * does not spin. */
UV_EXTERN int uv_listen(uv_stream_t *stream, int backlog, uv_connection_cb cb);

/* Gives the waiting connection to `client`, a handle that is initialised, unused and of the same
 * loop. In uv_connection_cb it succeeds once; if it is not called there, listening pauses until it
 * is. UV_EAGAIN if nothing waits. On a pipe that passes handles it takes the next one received; see
 * uv_pipe_pending_count(). */
UV_EXTERN int uv_accept(uv_stream_t *server, uv_stream_t *client);

/* Reads until told to stop: alloc_cb gives memory, read_cb gets it filled, as often as data comes.
 * UV_EALREADY if reading, UV_ENOTCONN if not connected or not readable, UV_EINVAL if closing or
 * without callbacks. After UV_EOF it may be called again and gives UV_EOF again. */
UV_EXTERN int uv_read_start(uv_stream_t *stream, uv_alloc_cb alloc_cb, uv_read_cb read_cb);

/* Stops reading; no read_cb follows. May be repeated; always 0. */
UV_EXTERN int uv_read_stop(uv_stream_t *stream);

/* Writes all buffers in order, after what was written before. The array is copied, the bytes are
 * not: they must stay until cb, which may be NULL, is called. Much is often written at once, yet cb
 * comes later, in the order of the writes. A connection that is lost is an error in cb; what is
 * returned at once is UV_EBADF (not open), UV_EPIPE (shut down or read-only), and UV_EINVAL for no
 * buffers, more than 1048576 of them, or more than 0x7ffff000 bytes. While connecting, writes
 * queue; if that fails they end with UV_ECANCELED after the callback of the connect. */
UV_EXTERN int uv_write(uv_write_t *req, uv_stream_t *handle, const uv_buf_t *bufs,
                       unsigned int nbufs, uv_write_cb cb);

/* The same, and passes send_handle (TCP, pipe or UDP) to the process at the other end of a pipe
 * that was initialised with ipc. At least one byte must go with it. The sender keeps its handle,
 * and must not close it before cb. UV_EINVAL if the pipe is not for that, UV_EBADF if send_handle
 * is not open. */
UV_EXTERN int uv_write2(uv_write_t *req, uv_stream_t *handle, const uv_buf_t *bufs,
                        unsigned int nbufs, uv_stream_t *send_handle, uv_write_cb cb);

/* Writes what can be written at once and queues nothing. Returns the number of bytes, perhaps fewer
 * than given, or an error: UV_EAGAIN if the kernel takes none, if writes are queued or the stream
 * is connecting. */
UV_EXTERN int uv_try_write(uv_stream_t *handle, const uv_buf_t *bufs, unsigned int nbufs);

/* The same, passing a handle as uv_write2() does; it has gone if a byte has. */
UV_EXTERN int uv_try_write2(uv_stream_t *handle, const uv_buf_t *bufs, unsigned int nbufs,
                            uv_stream_t *send_handle);

/* Ends the sending side when the queued writes are done, then calls cb, which may be NULL. Later
 * writes are UV_EPIPE. Reading goes on. UV_ENOTCONN if not writable, shut down already or
 * closing. */
UV_EXTERN int uv_shutdown(uv_shutdown_t *req, uv_stream_t *handle, uv_shutdown_cb cb);

/* Non-zero if the stream is open in that direction. It does not tell if data or room is there. */
UV_EXTERN int uv_is_readable(const uv_stream_t *handle);
UV_EXTERN int uv_is_writable(const uv_stream_t *handle);

/* Makes writes block until the kernel has taken everything; their callbacks still come later. Set
 * it right after opening the stream. Reading from a stream like that is asking for trouble. */
UV_EXTERN int uv_stream_set_blocking(uv_stream_t *handle, int blocking);

/* write_queue_size, for bindings that cannot see the structure. */
UV_EXTERN size_t uv_stream_get_write_queue_size(const uv_stream_t *stream);

/* ------------------------------------------------------------------------------------------------
 * TCP
 * ------------------------------------------------------------------------------------------------
 */

/* For uv_tcp_bind(). */
enum uv_tcp_flags {
  UV_TCP_IPV6ONLY = 1, /* an IPv6 socket takes no IPv4 connections */
  UV_TCP_REUSEPORT = 2 /* sockets on one port share the connections; all must ask for it */
};

struct uv_tcp_s {
  UV_HANDLE_FIELDS;
  UV_STREAM_FIELDS;
};

/* Sets up the handle; the socket is made when an address is known. */
UV_EXTERN int uv_tcp_init(uv_loop_t *loop, uv_tcp_t *handle);

/* The same with a family (AF_INET, AF_INET6 or AF_UNSPEC) in the low 8 bits of flags: with one of
 * the first two the socket is made at once. UV_EINVAL for other families or higher bits. */
UV_EXTERN int uv_tcp_init_ex(uv_loop_t *loop, uv_tcp_t *handle, unsigned int flags);

/* Takes over a socket, which becomes non-blocking and is closed with the handle. UV_EEXIST if the
 * loop watches it already, UV_EBUSY if the handle has one. */
UV_EXTERN int uv_tcp_open(uv_tcp_t *handle, uv_os_sock_t sock);

/* Two connected AF_UNIX sockets of this type and protocol, close-on-exec; flags0 and flags1 are 0
 * or UV_NONBLOCK_PIPE for each end. */
UV_EXTERN int uv_socketpair(int type, int protocol, uv_os_sock_t *socket_vector, int flags0,
                            int flags1);

/* Binds to an address (struct sockaddr_in or sockaddr_in6), with uv_tcp_flags. An address that is
 * in use is no error here: it is kept, and comes from uv_listen(), uv_tcp_getsockname() or the
 * connect callback. UV_EINVAL for a family that does not fit. */
UV_EXTERN int uv_tcp_bind(uv_tcp_t *handle, const struct sockaddr *addr, unsigned int flags);

/* Connects. A refusal comes through cb, other errors that are known at once are returned;
 * UV_EALREADY while connecting. An IPv6 link-local address without a scope gets that of the first
 * interface that has one. */
UV_EXTERN int uv_tcp_connect(uv_connect_t *req, uv_tcp_t *handle, const struct sockaddr *addr,
                             uv_connect_cb cb);

/* Closes like uv_close() but resets the connection: the peer sees an error, not an end, and no
 * socket lingers. UV_EINVAL, with nothing closed, while a uv_shutdown() is under way. */
UV_EXTERN int uv_tcp_close_reset(uv_tcp_t *handle, uv_close_cb close_cb);

/* Sends small pieces without delay (Nagle's algorithm off). Before there is a socket it is
 * remembered. */
UV_EXTERN int uv_tcp_nodelay(uv_tcp_t *handle, int enable);

/* Probes a silent connection: the first time after `delay` seconds, then every second, and drops it
 * after 10 failures. UV_EINVAL to enable with 0. Before there is a socket only the enabling is
 * remembered, with 60 seconds. */
UV_EXTERN int uv_tcp_keepalive(uv_tcp_t *handle, int enable, unsigned int delay);

/* The same with all three numbers: seconds of silence, seconds between probes, number of probes. */
UV_EXTERN int uv_tcp_keepalive_ex(uv_tcp_t *handle, int on, unsigned int idle, unsigned int intvl,
                                  unsigned int cnt);

/* Does nothing on this platform and returns 0. */
UV_EXTERN int uv_tcp_simultaneous_accepts(uv_tcp_t *handle, int enable);

/* The own address and that of the peer. *namelen is the room at `name` (a struct sockaddr_storage
 * always suffices) and becomes the length. */
UV_EXTERN int uv_tcp_getsockname(const uv_tcp_t *handle, struct sockaddr *name, int *namelen);
UV_EXTERN int uv_tcp_getpeername(const uv_tcp_t *handle, struct sockaddr *name, int *namelen);

/* ------------------------------------------------------------------------------------------------
 * Pipes: unix sockets, fifos, and the passing of handles
 * ------------------------------------------------------------------------------------------------
 */

/* For uv_pipe_bind2() and uv_pipe_connect2(). */
enum {
  UV_PIPE_NO_TRUNCATE = 1 /* a name that is too long is UV_EINVAL and not cut short */
};

struct uv_pipe_s {
  UV_HANDLE_FIELDS;
  UV_STREAM_FIELDS;
  int ipc; /* non-zero if handles can be passed; to read only */
  int gy_private_f;
  void *gy_private_g;
};

/* Sets up the handle. With a non-zero `ipc`, uv_write2() and uv_accept() can pass handles between
 * processes; only connected pipes do that, listening ones must have 0. */
UV_EXTERN int uv_pipe_init(uv_loop_t *loop, uv_pipe_t *handle, int ipc);

/* Takes over a descriptor (pipe, fifo, unix socket), which becomes non-blocking and is closed with
 * the handle. Its access mode decides if it can be read or written. UV_EEXIST if the loop watches
 * it already, UV_EBUSY if the handle has one. */
UV_EXTERN int uv_pipe_open(uv_pipe_t *handle, uv_file file);

/* Binds to a path, which is removed when the handle is closed. A path of more than 107 bytes is
 * cut. A missing directory is UV_EACCES, an open handle UV_EINVAL. */
UV_EXTERN int uv_pipe_bind(uv_pipe_t *handle, const char *name);

/* The same with a length, so that the name may be one of Linux' abstract names, which begin with a
 * zero byte. Other names with zero bytes are UV_EINVAL; length 0 lets the kernel choose an abstract
 * name. flags: 0 or UV_PIPE_NO_TRUNCATE. */
UV_EXTERN int uv_pipe_bind2(uv_pipe_t *handle, const char *name, size_t namelen,
                            unsigned int flags);

/* Connects to a unix socket. All errors come through cb. */
UV_EXTERN void uv_pipe_connect(uv_connect_t *req, uv_pipe_t *handle, const char *name,
                               uv_connect_cb cb);

/* The same with a length and flags as in uv_pipe_bind2(). A name or flag that is wrong is returned
 * as an error, all else comes through cb. */
UV_EXTERN int uv_pipe_connect2(uv_connect_t *req, uv_pipe_t *handle, const char *name,
                               size_t namelen, unsigned int flags, uv_connect_cb cb);

/* The own name and that of the peer. *size is the room and becomes the length without the final
 * zero byte; 0 for a socket without a name. UV_ENOBUFS if it is too small, *size being what is
 * needed. */
UV_EXTERN int uv_pipe_getsockname(const uv_pipe_t *handle, char *buffer, size_t *size);
UV_EXTERN int uv_pipe_getpeername(const uv_pipe_t *handle, char *buffer, size_t *size);

/* Lets everybody read (UV_READABLE), write (UV_WRITABLE) or both: sets those bits for user, group
 * and others on the bound path. UV_EINVAL for anything else. */
UV_EXTERN int uv_pipe_chmod(uv_pipe_t *handle, int flags);

/* How many handles have been received and wait for uv_accept(). Look in the read callback. */
UV_EXTERN int uv_pipe_pending_count(uv_pipe_t *handle);

/* The kind of the first of them, so that you can set up the right handle for uv_accept();
 * UV_UNKNOWN_HANDLE if none waits. */
UV_EXTERN uv_handle_type uv_pipe_pending_type(uv_pipe_t *handle);

/* Does nothing on this platform. */
UV_EXTERN void uv_pipe_pending_instances(uv_pipe_t *handle, int count);

/* A plain pipe, close-on-exec: fds[0] to read from, fds[1] to write to; the flags are 0 or
 * UV_NONBLOCK_PIPE for each end. */
UV_EXTERN int uv_pipe(uv_file *fds, int read_flags, int write_flags);

/* ------------------------------------------------------------------------------------------------
 * Terminals
 * ------------------------------------------------------------------------------------------------
 */

typedef enum uv_tty_mode_t {
  UV_TTY_MODE_NORMAL = 0, /* as it was found */
  UV_TTY_MODE_RAW = 1,    /* every key at once: no echo, no lines, no signals; output unchanged */
  UV_TTY_MODE_IO = 2,     /* nothing is translated, in or out */
  UV_TTY_MODE_RAW_VT = 3  /* as UV_TTY_MODE_RAW on this platform */
} uv_tty_mode_t;

/* Of interest on other platforms only. */
typedef enum uv_tty_vtermstate_t {
  UV_TTY_SUPPORTED = 0,
  UV_TTY_UNSUPPORTED = 1
} uv_tty_vtermstate_t;

struct uv_tty_s {
  UV_HANDLE_FIELDS;
  UV_STREAM_FIELDS;
  void *gy_private_f[8];
};

/* Sets up a stream on a terminal. If it can, it opens the terminal anew, so that going non-blocking
 * does not affect other processes that share it, and puts that in the place of fd; else writes
 * block. The access mode of fd decides if it can be read or written; the last parameter is ignored.
 * UV_EINVAL for files and what is no stream. */
UV_EXTERN int uv_tty_init(uv_loop_t *loop, uv_tty_t *handle, uv_file fd, int readable);

/* Changes the mode at once. The first change in the process remembers the state before, for
 * uv_tty_reset_mode(). In C++ the mode may also be an int. */
UV_EXTERN int uv_tty_set_mode(uv_tty_t *handle, uv_tty_mode_t mode);

/* Puts the terminal back as it was found, to be called before the program ends. Also from signal
 * handlers: UV_EBUSY if that interrupted uv_tty_set_mode(). */
UV_EXTERN int uv_tty_reset_mode(void);

/* The size in columns and rows. */
UV_EXTERN int uv_tty_get_winsize(uv_tty_t *handle, int *width, int *height);

/* Nothing happens, and UV_ENOTSUP, on this platform. */
UV_EXTERN void uv_tty_set_vterm_state(uv_tty_vtermstate_t state);
UV_EXTERN int uv_tty_get_vterm_state(uv_tty_vtermstate_t *state);

/* ------------------------------------------------------------------------------------------------
 * UDP
 * ------------------------------------------------------------------------------------------------
 */

/* For init, open, bind, and, where it says so, in the receive callback. */
enum uv_udp_flags {
  UV_UDP_IPV6ONLY = 1,   /* bind: an IPv6 socket takes no IPv4 datagrams */
  UV_UDP_PARTIAL = 2,    /* received: the datagram was longer than the buffer, the rest is lost */
  UV_UDP_REUSEADDR = 4,  /* bind, open: several sockets may bind; on Linux the last one receives */
  UV_UDP_MMSG_CHUNK = 8, /* received: the buffer is part of a larger one, not to be freed */
  UV_UDP_MMSG_FREE = 16, /* received: no datagram, the larger buffer may be freed */
  UV_UDP_LINUX_RECVERR = 32, /* bind: report ICMP errors; received: this is one */
  UV_UDP_REUSEPORT = 64,     /* bind, open: sockets on one port share the datagrams */
  UV_UDP_RECVMMSG = 256      /* init: receive many datagrams with one system call */
};

/* For uv_udp_set_membership(). */
typedef enum uv_membership { UV_LEAVE_GROUP = 0, UV_JOIN_GROUP = 1 } uv_membership;

/* The datagram was handed to the kernel, or the error. UV_ECANCELED if the handle was closed. */
typedef void (*uv_udp_send_cb)(uv_udp_send_t *req, int status);

/* A datagram, or news about a buffer:
 *   addr not NULL          a datagram of nread bytes (0 is possible) from addr
 *   addr NULL, nread 0     nothing more to read; the buffer is given back unused
 *   nread < 0              an error; receiving goes on
 * `flags` are of uv_udp_flags. Free the buffer unless UV_UDP_MMSG_CHUNK is set. addr is valid in
 * the callback only. */
typedef void (*uv_udp_recv_cb)(uv_udp_t *handle, ssize_t nread, const uv_buf_t *buf,
                               const struct sockaddr *addr, unsigned int flags);

struct uv_udp_s {
  UV_HANDLE_FIELDS;
  size_t send_queue_size;  /* bytes in requests whose callback has not come; to read only */
  size_t send_queue_count; /* the number of those requests; to read only */
  void *gy_private_d[13];
};

struct uv_udp_send_s {
  UV_REQ_FIELDS;
  uv_udp_t *handle;  /* the handle that sends */
  uv_udp_send_cb cb; /* the library's own */
  void *gy_private_c[30];
};

/* Sets up the handle; the socket is made when it is needed. */
UV_EXTERN int uv_udp_init(uv_loop_t *loop, uv_udp_t *handle);

/* The same with a family (AF_INET, AF_INET6 or AF_UNSPEC) in the low 8 bits of flags, for which the
 * socket is made at once, and UV_UDP_RECVMMSG. UV_EINVAL for other bits. */
UV_EXTERN int uv_udp_init_ex(uv_loop_t *loop, uv_udp_t *handle, unsigned int flags);

/* Takes over a datagram socket, which becomes non-blocking, is set to UV_UDP_REUSEADDR, and is
 * closed with the handle. UV_EEXIST if the loop watches it already, UV_EBUSY if the handle has
 * one. */
UV_EXTERN int uv_udp_open(uv_udp_t *handle, uv_os_sock_t sock);

/* The same, setting only what flags ask for. */
UV_EXTERN int uv_udp_open_ex(uv_udp_t *handle, uv_os_sock_t sock, unsigned int flags);

/* Binds to an address, with UV_UDP_IPV6ONLY, REUSEADDR, REUSEPORT or LINUX_RECVERR; errors are
 * returned at once. */
UV_EXTERN int uv_udp_bind(uv_udp_t *handle, const struct sockaddr *addr, unsigned int flags);

/* Fixes the peer: only its datagrams are received, and sends take no address. NULL undoes it.
 * UV_EISCONN if connected, UV_ENOTCONN to undo what is not. */
UV_EXTERN int uv_udp_connect(uv_udp_t *handle, const struct sockaddr *addr);

/* The own address and that of the peer; UV_ENOTCONN without one. *namelen as for TCP. */
UV_EXTERN int uv_udp_getsockname(const uv_udp_t *handle, struct sockaddr *name, int *namelen);
UV_EXTERN int uv_udp_getpeername(const uv_udp_t *handle, struct sockaddr *name, int *namelen);

/* Joins or leaves a multicast group, on the interface with this address or, if NULL, one that the
 * kernel chooses. An unbound handle is bound first. UV_EINVAL for text that is no address. */
UV_EXTERN int uv_udp_set_membership(uv_udp_t *handle, const char *multicast_addr,
                                    const char *interface_addr, uv_membership membership);

/* The same for datagrams of the group from one source. */
UV_EXTERN int uv_udp_set_source_membership(uv_udp_t *handle, const char *multicast_addr,
                                           const char *interface_addr, const char *source_addr,
                                           uv_membership membership);

/* Whether multicast datagrams come back to the sending machine; how many hops they may take
 * (0..255, 0: none, they stay on this machine); the interface they leave by. */
UV_EXTERN int uv_udp_set_multicast_loop(uv_udp_t *handle, int on);
UV_EXTERN int uv_udp_set_multicast_ttl(uv_udp_t *handle, int ttl);
UV_EXTERN int uv_udp_set_multicast_interface(uv_udp_t *handle, const char *interface_addr);

/* Whether broadcasts may be sent; how many hops datagrams may take (1..255, else UV_EINVAL). */
UV_EXTERN int uv_udp_set_broadcast(uv_udp_t *handle, int on);
UV_EXTERN int uv_udp_set_ttl(uv_udp_t *handle, int ttl);

/* Sends all buffers as one datagram to addr; NULL, and only NULL, if connected (else UV_EISCONN and
 * UV_EDESTADDRREQ). The bytes must stay until send_cb, which may be NULL, and which always comes
 * later. An unbound handle is bound to any address and a free port. */
UV_EXTERN int uv_udp_send(uv_udp_send_t *req, uv_udp_t *handle, const uv_buf_t *bufs,
                          unsigned int nbufs, const struct sockaddr *addr, uv_udp_send_cb send_cb);

/* Sends at once or not at all. Returns the number of bytes or an error: UV_EAGAIN if the kernel
 * does not take it or sends are queued. */
UV_EXTERN int uv_udp_try_send(uv_udp_t *handle, const uv_buf_t *bufs, unsigned int nbufs,
                              const struct sockaddr *addr);

/* The same for `count` datagrams: number i has nbufs[i] buffers at bufs[i] and goes to addrs[i].
 * Returns how many were sent, or an error if none was. flags must be 0. */
UV_EXTERN int uv_udp_try_send2(uv_udp_t *handle, unsigned int count, uv_buf_t **bufs,
                               unsigned int *nbufs, struct sockaddr **addrs, unsigned int flags);

/* Receives until told to stop. With UV_UDP_RECVMMSG the buffer from alloc_cb should be a multiple
 * of 65536 bytes (at least one, at most 20 count): each datagram gets a chunk of it, delivered with
 * UV_UDP_MMSG_CHUNK, and a last call with UV_UDP_MMSG_FREE gives the buffer back; that call does
 * not come if receiving is stopped or the handle closed in between. An unbound handle is bound to
 * any IPv4 address. UV_EALREADY if receiving, UV_EINVAL without callbacks. */
UV_EXTERN int uv_udp_recv_start(uv_udp_t *handle, uv_alloc_cb alloc_cb, uv_udp_recv_cb recv_cb);

/* Stops; no recv_cb follows. Always 0. */
UV_EXTERN int uv_udp_recv_stop(uv_udp_t *handle);

/* Non-zero if the handle really receives many datagrams with one call. */
UV_EXTERN int uv_udp_using_recvmmsg(const uv_udp_t *handle);

/* Fields, for bindings that cannot see the structure. */
UV_EXTERN size_t uv_udp_get_send_queue_size(const uv_udp_t *handle);
UV_EXTERN size_t uv_udp_get_send_queue_count(const uv_udp_t *handle);

/* ------------------------------------------------------------------------------------------------
 * Child processes
 * ------------------------------------------------------------------------------------------------
 */

/* What the child gets in the place of one of its descriptors. Give one of the first four; the
 * others refine UV_CREATE_PIPE. */
typedef enum uv_stdio_flags {
  UV_IGNORE = 0,          /* /dev/null for 0..2, nothing for others */
  UV_CREATE_PIPE = 1,     /* one end of a new pipe; data.stream gets the other */
  UV_INHERIT_FD = 2,      /* a copy of data.fd */
  UV_INHERIT_STREAM = 4,  /* a copy of the descriptor of data.stream */
  UV_READABLE_PIPE = 16,  /* the child can read from it */
  UV_WRITABLE_PIPE = 32,  /* the child can write to it */
  UV_NONBLOCK_PIPE = 64,  /* for uv_pipe and uv_socketpair; no effect on what a child gets */
  UV_OVERLAPPED_PIPE = 64 /* the old name of UV_NONBLOCK_PIPE */
} uv_stdio_flags;

/* For uv_process_options_t.flags. Those about Windows are ignored here. */
enum uv_process_flags {
  UV_PROCESS_SETUID = 1, /* change to .uid; supplementary groups are dropped */
  UV_PROCESS_SETGID = 2, /* change to .gid; supplementary groups are dropped */
  UV_PROCESS_WINDOWS_VERBATIM_ARGUMENTS = 4,
  UV_PROCESS_DETACHED = 8, /* a session of its own: the child may outlive the parent. It still keeps
                              the loop alive unless its handle is unreferenced */
  UV_PROCESS_WINDOWS_HIDE = 16,
  UV_PROCESS_WINDOWS_HIDE_CONSOLE = 32,
  UV_PROCESS_WINDOWS_HIDE_GUI = 64,
  UV_PROCESS_WINDOWS_FILE_PATH_EXACT_NAME = 128
};

/* The child has ended, by itself with exit_status or by term_signal (0 if not). The handle is
 * inactive and still has to be closed. */
typedef void (*uv_exit_cb)(uv_process_t *process, int64_t exit_status, int term_signal);

/* One descriptor of the child. */
typedef struct uv_stdio_container_s {
  uv_stdio_flags flags;
  union {
    uv_stream_t *stream; /* UV_CREATE_PIPE: an initialised, unopened uv_pipe_t */
    int fd;
  } data;
} uv_stdio_container_t;

/* What to run. Clear it with zeroes first: what is not set has its default. Nothing in it needs to
 * outlive uv_spawn(). */
typedef struct uv_process_options_s {
  uv_exit_cb exit_cb;          /* may be NULL */
  const char *file;            /* a path, or a name to look for in PATH (of env, if env has one) */
  char **args;                 /* argv of the child, NULL at the end; args[0] is its name */
  char **env;                  /* "NAME=value" strings, NULL at the end; NULL inherits ours */
  const char *cwd;             /* its working directory; NULL inherits ours */
  unsigned int flags;          /* of uv_process_flags */
  int stdio_count;             /* entries at stdio; entry i is about descriptor i */
  uv_stdio_container_t *stdio; /* missing entries 0..2 are UV_IGNORE */
  uv_uid_t uid;                /* with UV_PROCESS_SETUID */
  uv_gid_t gid;                /* with UV_PROCESS_SETGID */
} uv_process_options_t;

struct uv_process_s {
  UV_HANDLE_FIELDS;
  uv_exit_cb exit_cb; /* the library's own */
  int pid;            /* kept after the exit; to read only */
  int gy_private_d;
  void *gy_private_e[3];
};

/* Sets up the handle and starts a child. Returns when the program is running or has failed to: a
 * missing file, directory or permission is the error returned. The handle must be closed even then;
 * exit_cb will not come, and pipes of options->stdio are open, at their end. The child begins with
 * default signal actions and none blocked; of our descriptors it gets those of options->stdio and
 * those that are not close-on-exec. */
UV_EXTERN int uv_spawn(uv_loop_t *loop, uv_process_t *handle, const uv_process_options_t *options);

/* Sends a signal; UV_ESRCH if the child has ended. Signal 0 asks just that. */
UV_EXTERN int uv_process_kill(uv_process_t *handle, int signum);

/* The same for any process. */
UV_EXTERN int uv_kill(int pid, int signum);

/* pid, for bindings that cannot see the structure. */
UV_EXTERN uv_pid_t uv_process_get_pid(const uv_process_t *handle);

/* Sets close-on-exec on all descriptors that the process has inherited, as far as they can be
 * found. Call it early, before descriptors are opened that children should get. */
UV_EXTERN void uv_disable_stdio_inheritance(void);

/* ------------------------------------------------------------------------------------------------
 * Work in the thread pool
 *
 * One pool serves all loops of the process and starts on first use: 4 threads, or as many as the
 * environment variable UV_THREADPOOL_SIZE says (1..1024, read once). File operations, name look-ups
 * and random bytes run there too. Work starts in the order it was given, but name look-ups may take
 * at most half of the threads. Callbacks run in the thread of the loop, in the order of completion.
 * ------------------------------------------------------------------------------------------------
 */

/* Runs in a thread of the pool, and must not touch the loop. */
typedef void (*uv_work_cb)(uv_work_t *req);

/* Runs in the thread of the loop when the work is done: 0, or UV_ECANCELED if uv_cancel() took it
 * back before it began. */
typedef void (*uv_after_work_cb)(uv_work_t *req, int status);

struct uv_work_s {
  UV_REQ_FIELDS;
  uv_loop_t *loop;                /* the loop that is told */
  uv_work_cb work_cb;             /* the library's own */
  uv_after_work_cb after_work_cb; /* the library's own */
  void *gy_private_c[5];
};

/* Has work_cb run in the pool, then after_work_cb, which may be NULL, in the loop. UV_EINVAL if
 * work_cb is NULL. */
UV_EXTERN int uv_queue_work(uv_loop_t *loop, uv_work_t *req, uv_work_cb work_cb,
                            uv_after_work_cb after_work_cb);

/* ------------------------------------------------------------------------------------------------
 * Files
 *
 * All file operations have one shape. With cb NULL they run at once in the calling thread, return
 * the result, and loop may be NULL. With cb they return 0 (or UV_EINVAL, UV_ENOMEM), run in the
 * pool, and cb finds the result in req->result: 0 or more on success, negative for an error. Either
 * way call uv_fs_req_cleanup() when you are done with the request, whatever came of it.
 *
 * Paths and buffer arrays are copied for the asynchronous form; the bytes in the buffers never are
 * and must stay until cb.
 * ------------------------------------------------------------------------------------------------
 */

/* Which operation a request is for. */
typedef enum uv_fs_type {
  UV_FS_UNKNOWN = -1,
  UV_FS_CUSTOM = 0,
  UV_FS_OPEN = 1,
  UV_FS_CLOSE = 2,
  UV_FS_READ = 3,
  UV_FS_WRITE = 4,
  UV_FS_SENDFILE = 5,
  UV_FS_STAT = 6,
  UV_FS_LSTAT = 7,
  UV_FS_FSTAT = 8,
  UV_FS_FTRUNCATE = 9,
  UV_FS_UTIME = 10,
  UV_FS_FUTIME = 11,
  UV_FS_ACCESS = 12,
  UV_FS_CHMOD = 13,
  UV_FS_FCHMOD = 14,
  UV_FS_FSYNC = 15,
  UV_FS_FDATASYNC = 16,
  UV_FS_UNLINK = 17,
  UV_FS_RMDIR = 18,
  UV_FS_MKDIR = 19,
  UV_FS_MKDTEMP = 20,
  UV_FS_RENAME = 21,
  UV_FS_SCANDIR = 22,
  UV_FS_LINK = 23,
  UV_FS_SYMLINK = 24,
  UV_FS_READLINK = 25,
  UV_FS_CHOWN = 26,
  UV_FS_FCHOWN = 27,
  UV_FS_REALPATH = 28,
  UV_FS_COPYFILE = 29,
  UV_FS_LCHOWN = 30,
  UV_FS_OPENDIR = 31,
  UV_FS_READDIR = 32,
  UV_FS_CLOSEDIR = 33,
  UV_FS_STATFS = 34,
  UV_FS_MKSTEMP = 35,
  UV_FS_LUTIME = 36
} uv_fs_type;

/* Directory entries have types here; programs ask with #ifdef. */
#define HAVE_DIRENT_TYPES 1

/* What a directory entry is; UV_DIRENT_UNKNOWN if the file system does not say. */
typedef enum uv_dirent_type_t {
  UV_DIRENT_UNKNOWN = 0,
  UV_DIRENT_FILE = 1,
  UV_DIRENT_DIR = 2,
  UV_DIRENT_LINK = 3,
  UV_DIRENT_FIFO = 4,
  UV_DIRENT_SOCKET = 5,
  UV_DIRENT_CHAR = 6,
  UV_DIRENT_BLOCK = 7
} uv_dirent_type_t;

/* Flags of uv_fs_open(): those of open(2). What this platform lacks is 0. The C library shows some
 * only under _GNU_SOURCE; their values do not depend on it. */
#define UV_FS_O_APPEND O_APPEND
#define UV_FS_O_CREAT O_CREAT
#define UV_FS_O_EXCL O_EXCL
#define UV_FS_O_NOCTTY O_NOCTTY
#define UV_FS_O_NONBLOCK O_NONBLOCK
#define UV_FS_O_RDONLY O_RDONLY
#define UV_FS_O_RDWR O_RDWR
#define UV_FS_O_SYNC O_SYNC
#define UV_FS_O_TRUNC O_TRUNC
#define UV_FS_O_WRONLY O_WRONLY

#ifdef O_DIRECT
#define UV_FS_O_DIRECT O_DIRECT
#else
#define UV_FS_O_DIRECT __O_DIRECT
#endif
#ifdef O_DIRECTORY
#define UV_FS_O_DIRECTORY O_DIRECTORY
#else
#define UV_FS_O_DIRECTORY __O_DIRECTORY
#endif
#ifdef O_DSYNC
#define UV_FS_O_DSYNC O_DSYNC
#else
#define UV_FS_O_DSYNC __O_DSYNC
#endif
#ifdef O_NOATIME
#define UV_FS_O_NOATIME O_NOATIME
#else
#define UV_FS_O_NOATIME __O_NOATIME
#endif
#ifdef O_NOFOLLOW
#define UV_FS_O_NOFOLLOW O_NOFOLLOW
#else
#define UV_FS_O_NOFOLLOW __O_NOFOLLOW
#endif

#define UV_FS_O_EXLOCK 0
#define UV_FS_O_FILEMAP 0
#define UV_FS_O_RANDOM 0
#define UV_FS_O_SEQUENTIAL 0
#define UV_FS_O_SHORT_LIVED 0
#define UV_FS_O_SYMLINK 0
#define UV_FS_O_TEMPORARY 0

/* Flags of uv_fs_copyfile(). */
#define UV_FS_COPYFILE_EXCL 1          /* fail with UV_EEXIST if the target exists */
#define UV_FS_COPYFILE_FICLONE 2       /* share the blocks if the file system can, else copy */
#define UV_FS_COPYFILE_FICLONE_FORCE 4 /* share the blocks or fail */

/* Flags of uv_fs_symlink(), for Windows; ignored here. */
#define UV_FS_SYMLINK_DIR 1
#define UV_FS_SYMLINK_JUNCTION 2

/* Instead of a time: the present one, and "leave it as it is". */
#define UV_FS_UTIME_NOW (__builtin_inf())
#define UV_FS_UTIME_OMIT (__builtin_nan(""))

/* What uv_fs_stat() and its relatives find out: the fields of stat(2), and the time of birth.
 * st_flags and st_gen are always 0 here. */
typedef struct {
  uint64_t st_dev;
  uint64_t st_mode;
  uint64_t st_nlink;
  uint64_t st_uid;
  uint64_t st_gid;
  uint64_t st_rdev;
  uint64_t st_ino;
  uint64_t st_size;
  uint64_t st_blksize;
  uint64_t st_blocks;
  uint64_t st_flags;
  uint64_t st_gen;
  uv_timespec_t st_atim;
  uv_timespec_t st_mtim;
  uv_timespec_t st_ctim;
  uv_timespec_t st_birthtim; /* st_ctim if the system does not know */
} uv_stat_t;

/* What uv_fs_statfs() finds out about a file system; the fields of statfs(2). */
struct uv_statfs_s {
  uint64_t f_type;
  uint64_t f_bsize;
  uint64_t f_blocks;
  uint64_t f_bfree;
  uint64_t f_bavail;
  uint64_t f_files;
  uint64_t f_ffree;
  uint64_t f_frsize;
  uint64_t f_spare[3];
};

/* An entry of a directory. */
struct uv_dirent_s {
  const char *name; /* without the directory */
  uv_dirent_type_t type;
};

/* An open directory, made by uv_fs_opendir(). Before uv_fs_readdir() point it to room of yours. */
struct uv_dir_s {
  uv_dirent_t *dirents; /* your array */
  size_t nentries;      /* its length */
  void *gy_private[5];
};

/* The operation is done; see req->result. */
typedef void (*uv_fs_cb)(uv_fs_t *req);

struct uv_fs_s {
  UV_REQ_FIELDS;
  uv_fs_type fs_type;   /* which operation */
  uv_loop_t *loop;      /* what the operation was given, perhaps NULL */
  uv_fs_cb cb;          /* the library's own */
  ssize_t result;       /* what the operation returned, or a negative error */
  void *ptr;            /* what it made: &statbuf for stat, lstat and fstat; text for readlink and
                           realpath; a uv_statfs_t for statfs; a uv_dir_t for opendir */
  const char *path;     /* its path: yours if synchronous, else a copy; for mkdtemp and mkstemp the
                           name that was made */
  uv_stat_t statbuf;    /* the answer of stat, lstat and fstat */
  const char *new_path; /* the other path of link, symlink, rename and copyfile; as `path` */
  void *gy_private_c[2];
  uv_buf_t *bufs; /* the library's own copy; NULL when nothing waits to be freed */
  void *gy_private_d[17];
};

/* Frees what the request owns: path, ptr (but not a uv_dir_t), the names that uv_fs_readdir() gave
 * and entries that uv_fs_scandir_next() has not given yet. May be repeated; NULL is fine. */
UV_EXTERN void uv_fs_req_cleanup(uv_fs_t *req);

/* Fields, for bindings that cannot see the structure. */
UV_EXTERN uv_fs_type uv_fs_get_type(const uv_fs_t *req);
UV_EXTERN ssize_t uv_fs_get_result(const uv_fs_t *req);
UV_EXTERN void *uv_fs_get_ptr(const uv_fs_t *req);
UV_EXTERN const char *uv_fs_get_path(const uv_fs_t *req);
UV_EXTERN uv_stat_t *uv_fs_get_statbuf(uv_fs_t *req);

/* The errno of a failed operation, as the positive number that the system uses. */
UV_EXTERN int uv_fs_get_system_error(const uv_fs_t *req);

/* Opens a file, close-on-exec; the result is the descriptor. */
UV_EXTERN int uv_fs_open(uv_loop_t *loop, uv_fs_t *req, const char *path, int flags, int mode,
                         uv_fs_cb cb);

/* Closes a descriptor. */
UV_EXTERN int uv_fs_close(uv_loop_t *loop, uv_fs_t *req, uv_file file, uv_fs_cb cb);

/* Reads into the buffers, at `offset` or, if that is negative, at the file's position. The result
 * is the number of bytes, perhaps fewer than asked for; 0 at the end. UV_EINVAL without buffers. */
UV_EXTERN int uv_fs_read(uv_loop_t *loop, uv_fs_t *req, uv_file file, const uv_buf_t *bufs,
                         unsigned int nbufs, int64_t offset, uv_fs_cb cb);

/* Writes the buffers, at `offset` or, if that is negative, at the file's position, and goes on
 * until all is written or an error comes. The result is the number of bytes; an error counts only
 * if nothing was written. */
UV_EXTERN int uv_fs_write(uv_loop_t *loop, uv_fs_t *req, uv_file file, const uv_buf_t *bufs,
                          unsigned int nbufs, int64_t offset, uv_fs_cb cb);

/* Removes a file. */
UV_EXTERN int uv_fs_unlink(uv_loop_t *loop, uv_fs_t *req, const char *path, uv_fs_cb cb);

/* Makes a directory. */
UV_EXTERN int uv_fs_mkdir(uv_loop_t *loop, uv_fs_t *req, const char *path, int mode, uv_fs_cb cb);

/* Removes an empty directory. */
UV_EXTERN int uv_fs_rmdir(uv_loop_t *loop, uv_fs_t *req, const char *path, uv_fs_cb cb);

/* Makes a directory with a new name, from a template that ends in XXXXXX and is not changed; the
 * name is in req->path. */
UV_EXTERN int uv_fs_mkdtemp(uv_loop_t *loop, uv_fs_t *req, const char *tpl, uv_fs_cb cb);

/* Makes and opens a file with a new name, in the same way; the result is its descriptor. */
UV_EXTERN int uv_fs_mkstemp(uv_loop_t *loop, uv_fs_t *req, const char *tpl, uv_fs_cb cb);

/* Copies a file: its content, mode and, as far as possible, owner and times. On an error the target
 * is removed. Copying a file to itself does nothing. flags are UV_FS_COPYFILE_*. */
UV_EXTERN int uv_fs_copyfile(uv_loop_t *loop, uv_fs_t *req, const char *path, const char *new_path,
                             int flags, uv_fs_cb cb);

/* Copies up to `length` bytes from one descriptor, at in_offset, to the position of another. The
 * result is the number of bytes, perhaps fewer. */
UV_EXTERN int uv_fs_sendfile(uv_loop_t *loop, uv_fs_t *req, uv_file out_fd, uv_file in_fd,
                             int64_t in_offset, size_t length, uv_fs_cb cb);

/* Reads a whole directory. The result is the number of entries, sorted by name and without "." and
 * ".."; get them with uv_fs_scandir_next(). flags is unused. */
UV_EXTERN int uv_fs_scandir(uv_loop_t *loop, uv_fs_t *req, const char *path, int flags,
                            uv_fs_cb cb);

/* The next entry of a finished uv_fs_scandir(): 0, or UV_EOF after the last. The name is valid
 * until the next call or the clean-up. */
UV_EXTERN int uv_fs_scandir_next(uv_fs_t *req, uv_dirent_t *ent);

/* Opens a directory to read it piece by piece; req->ptr is a uv_dir_t that lives until
 * uv_fs_closedir(). */
UV_EXTERN int uv_fs_opendir(uv_loop_t *loop, uv_fs_t *req, const char *path, uv_fs_cb cb);

/* Fills dir->dirents with up to dir->nentries entries, in no order and without "." and "..". The
 * result is their number, 0 at the end. The names last until uv_fs_req_cleanup(), which must come
 * before the directory is closed. One read at a time for each directory. */
UV_EXTERN int uv_fs_readdir(uv_loop_t *loop, uv_fs_t *req, uv_dir_t *dir, uv_fs_cb cb);

/* Closes the directory and frees dir. */
UV_EXTERN int uv_fs_closedir(uv_loop_t *loop, uv_fs_t *req, uv_dir_t *dir, uv_fs_cb cb);

/* Facts about a file, into req->statbuf: following links, not following them, of a descriptor. */
UV_EXTERN int uv_fs_stat(uv_loop_t *loop, uv_fs_t *req, const char *path, uv_fs_cb cb);
UV_EXTERN int uv_fs_lstat(uv_loop_t *loop, uv_fs_t *req, const char *path, uv_fs_cb cb);
UV_EXTERN int uv_fs_fstat(uv_loop_t *loop, uv_fs_t *req, uv_file file, uv_fs_cb cb);

/* Facts about the file system that holds path; req->ptr is a uv_statfs_t. */
UV_EXTERN int uv_fs_statfs(uv_loop_t *loop, uv_fs_t *req, const char *path, uv_fs_cb cb);

/* Renames a file or directory, replacing what has the new name. */
UV_EXTERN int uv_fs_rename(uv_loop_t *loop, uv_fs_t *req, const char *path, const char *new_path,
                           uv_fs_cb cb);

/* Waits until the file, or its content without all of its metadata, is on the disk. */
UV_EXTERN int uv_fs_fsync(uv_loop_t *loop, uv_fs_t *req, uv_file file, uv_fs_cb cb);
UV_EXTERN int uv_fs_fdatasync(uv_loop_t *loop, uv_fs_t *req, uv_file file, uv_fs_cb cb);

/* Makes a file `offset` bytes long. */
UV_EXTERN int uv_fs_ftruncate(uv_loop_t *loop, uv_fs_t *req, uv_file file, int64_t offset,
                              uv_fs_cb cb);

/* May we? mode is F_OK or a set of R_OK, W_OK and X_OK. */
UV_EXTERN int uv_fs_access(uv_loop_t *loop, uv_fs_t *req, const char *path, int mode, uv_fs_cb cb);

/* Changes the mode of a file. */
UV_EXTERN int uv_fs_chmod(uv_loop_t *loop, uv_fs_t *req, const char *path, int mode, uv_fs_cb cb);
UV_EXTERN int uv_fs_fchmod(uv_loop_t *loop, uv_fs_t *req, uv_file file, int mode, uv_fs_cb cb);

/* Sets the times of access and change, in seconds since 1970, or UV_FS_UTIME_NOW or _OMIT:
 * following links, of a descriptor, of a link itself. */
UV_EXTERN int uv_fs_utime(uv_loop_t *loop, uv_fs_t *req, const char *path, double atime,
                          double mtime, uv_fs_cb cb);
UV_EXTERN int uv_fs_futime(uv_loop_t *loop, uv_fs_t *req, uv_file file, double atime, double mtime,
                           uv_fs_cb cb);
UV_EXTERN int uv_fs_lutime(uv_loop_t *loop, uv_fs_t *req, const char *path, double atime,
                           double mtime, uv_fs_cb cb);

/* Changes the owner: following links, of a descriptor, of a link itself. */
UV_EXTERN int uv_fs_chown(uv_loop_t *loop, uv_fs_t *req, const char *path, uv_uid_t uid,
                          uv_gid_t gid, uv_fs_cb cb);
UV_EXTERN int uv_fs_fchown(uv_loop_t *loop, uv_fs_t *req, uv_file file, uv_uid_t uid, uv_gid_t gid,
                           uv_fs_cb cb);
UV_EXTERN int uv_fs_lchown(uv_loop_t *loop, uv_fs_t *req, const char *path, uv_uid_t uid,
                           uv_gid_t gid, uv_fs_cb cb);

/* Makes new_path a second name of path, or a link that contains the text of path. */
UV_EXTERN int uv_fs_link(uv_loop_t *loop, uv_fs_t *req, const char *path, const char *new_path,
                         uv_fs_cb cb);
UV_EXTERN int uv_fs_symlink(uv_loop_t *loop, uv_fs_t *req, const char *path, const char *new_path,
                            int flags, uv_fs_cb cb);

/* The text of a link, and a path with all links resolved; terminated, in req->ptr. */
UV_EXTERN int uv_fs_readlink(uv_loop_t *loop, uv_fs_t *req, const char *path, uv_fs_cb cb);
UV_EXTERN int uv_fs_realpath(uv_loop_t *loop, uv_fs_t *req, const char *path, uv_fs_cb cb);

/* Convert between file numbers and system handles, which are the same thing here. */
UV_EXTERN uv_os_fd_t uv_get_osfhandle(int fd);
UV_EXTERN int uv_open_osfhandle(uv_os_fd_t os_fd);

/* ------------------------------------------------------------------------------------------------
 * File changes, as the kernel reports them
 * ------------------------------------------------------------------------------------------------
 */

/* What happened; one or both. */
enum uv_fs_event {
  UV_RENAME = 1, /* made, removed or moved */
  UV_CHANGE = 2  /* content or attributes */
};

/* For uv_fs_event_start(). Ignored on this platform: directories are not watched recursively. */
enum uv_fs_event_flags {
  UV_FS_EVENT_WATCH_ENTRY = 1,
  UV_FS_EVENT_STAT = 2,
  UV_FS_EVENT_RECURSIVE = 4
};

/* Something happened: in a watched directory to the entry `filename`, or to a watched file, of
 * which `filename` is the last part. `events` is a set of uv_fs_event. `filename` is NULL if the
 * kernel has dropped events (then anything may have changed), and if `status` is an error. */
typedef void (*uv_fs_event_cb)(uv_fs_event_t *handle, const char *filename, int events, int status);

struct uv_fs_event_s {
  UV_HANDLE_FIELDS;
  char *path; /* the library's own; ask uv_fs_event_getpath() */
  void *gy_private_d[4];
};

/* Sets up the handle; it is not started. */
UV_EXTERN int uv_fs_event_init(uv_loop_t *loop, uv_fs_event_t *handle);

/* Watches a file or directory. UV_EINVAL if active, UV_ENOENT if there is no such path. */
UV_EXTERN int uv_fs_event_start(uv_fs_event_t *handle, uv_fs_event_cb cb, const char *path,
                                unsigned int flags);

/* Stops; no call follows. Always 0. */
UV_EXTERN int uv_fs_event_stop(uv_fs_event_t *handle);

/* The path that is watched. *size is the room and becomes the length without the final zero byte;
 * UV_ENOBUFS if it is too small, *size being what is needed; UV_EINVAL if inactive. */
UV_EXTERN int uv_fs_event_getpath(uv_fs_event_t *handle, char *buffer, size_t *size);

/* ------------------------------------------------------------------------------------------------
 * File changes, by looking again and again: slower, but works on every file system
 * ------------------------------------------------------------------------------------------------
 */

/* The file is not as it was: facts before and now. A negative status is the error of looking, told
 * once until it changes; curr is all zeroes then. */
typedef void (*uv_fs_poll_cb)(uv_fs_poll_t *handle, int status, const uv_stat_t *prev,
                              const uv_stat_t *curr);

struct uv_fs_poll_s {
  UV_HANDLE_FIELDS;
  void *gy_private_d;
};

/* Sets up the handle; it is not started. */
UV_EXTERN int uv_fs_poll_init(uv_loop_t *loop, uv_fs_poll_t *handle);

/* Looks at path every `interval` milliseconds (0 means 1); the first look is silent unless it
 * fails. On an active handle nothing changes and 0 is returned. */
UV_EXTERN int uv_fs_poll_start(uv_fs_poll_t *handle, uv_fs_poll_cb poll_cb, const char *path,
                               unsigned int interval);

/* Stops; no call follows. Always 0. */
UV_EXTERN int uv_fs_poll_stop(uv_fs_poll_t *handle);

/* The path that is watched, as uv_fs_event_getpath(). */
UV_EXTERN int uv_fs_poll_getpath(uv_fs_poll_t *handle, char *buffer, size_t *size);

/* ------------------------------------------------------------------------------------------------
 * Names and addresses of hosts
 * ------------------------------------------------------------------------------------------------
 */

/* The addresses, to be freed with uv_freeaddrinfo(), or NULL and an error, usually UV_EAI_*. */
typedef void (*uv_getaddrinfo_cb)(uv_getaddrinfo_t *req, int status, struct addrinfo *res);

/* The names, which live in the request, or NULL and an error. */
typedef void (*uv_getnameinfo_cb)(uv_getnameinfo_t *req, int status, const char *hostname,
                                  const char *service);

struct uv_getaddrinfo_s {
  UV_REQ_FIELDS;
  uv_loop_t *loop; /* the loop that is told */
  void *gy_private_c[9];
  struct addrinfo *addrinfo; /* the addresses, where there is no callback to take them */
  void *gy_private_d;
};

struct uv_getnameinfo_s {
  UV_REQ_FIELDS;
  uv_loop_t *loop; /* the loop that is told */
  void *gy_private_c[22];
  int gy_private_d;
  char host[1025];  /* the name of the host */
  char service[32]; /* the name of the service */
  void *gy_private_e;
};

/* getaddrinfo(3) in the pool. One of node and service may be NULL; hints may be NULL and are
 * copied. International names are converted; one that cannot be is UV_EINVAL, returned at once.
 * With getaddrinfo_cb NULL it runs in the calling thread, leaves the addresses in req->addrinfo,
 * and loop may be NULL. */
UV_EXTERN int uv_getaddrinfo(uv_loop_t *loop, uv_getaddrinfo_t *req,
                             uv_getaddrinfo_cb getaddrinfo_cb, const char *node,
                             const char *service, const struct addrinfo *hints);

/* Frees the addresses of uv_getaddrinfo(); NULL is fine. */
UV_EXTERN void uv_freeaddrinfo(struct addrinfo *ai);

/* getnameinfo(3) in the pool, for IPv4 and IPv6 addresses (else UV_EINVAL); flags are NI_*. With
 * getnameinfo_cb NULL it runs in the calling thread and the names are in req->host and
 * req->service. */
UV_EXTERN int uv_getnameinfo(uv_loop_t *loop, uv_getnameinfo_t *req,
                             uv_getnameinfo_cb getnameinfo_cb, const struct sockaddr *addr,
                             int flags);

/* An address from its text and a port number; UV_EINVAL for wrong text. "fe80::1%eth0" names the
 * interface too. */
UV_EXTERN int uv_ip4_addr(const char *ip, int port, struct sockaddr_in *addr);
UV_EXTERN int uv_ip6_addr(const char *ip, int port, struct sockaddr_in6 *addr);

/* The text of an address, without the port; UV_ENOSPC if it does not fit. uv_ip_name() takes both
 * families, UV_EAFNOSUPPORT others. */
UV_EXTERN int uv_ip4_name(const struct sockaddr_in *src, char *dst, size_t size);
UV_EXTERN int uv_ip6_name(const struct sockaddr_in6 *src, char *dst, size_t size);
UV_EXTERN int uv_ip_name(const struct sockaddr *src, char *dst, size_t size);

/* The same between text and the bare address (struct in_addr or in6_addr); UV_EAFNOSUPPORT for
 * other families. */
UV_EXTERN int uv_inet_ntop(int af, const void *src, char *dst, size_t size);
UV_EXTERN int uv_inet_pton(int af, const char *src, void *dst);

/* Room for the name of an interface and its final zero byte. */
#define UV_IF_NAMESIZE 17

/* An address of a network interface. */
struct uv_interface_address_s {
  char *name;        /* of the interface; one with several addresses comes several times */
  char phys_addr[6]; /* its hardware address, zeroes if it has none */
  int is_internal;   /* non-zero for loopback */
  union {
    struct sockaddr_in address4;
    struct sockaddr_in6 address6;
  } address;
  union {
    struct sockaddr_in netmask4;
    struct sockaddr_in6 netmask6;
  } netmask;
};

/* The IPv4 and IPv6 addresses of the interfaces that are up and running, as an array to be given
 * back to uv_free_interface_addresses() with its count; NULL and 0 if there are none. */
UV_EXTERN int uv_interface_addresses(uv_interface_address_t **addresses, int *count);
UV_EXTERN void uv_free_interface_addresses(uv_interface_address_t *addresses, int count);

/* The name of interface number ifindex. *size is the room (UV_IF_NAMESIZE suffices) and becomes the
 * length; UV_ENOBUFS if too small, *size being what is needed; UV_ENXIO if there is none. */
UV_EXTERN int uv_if_indextoname(unsigned int ifindex, char *buffer, size_t *size);

/* What follows the % in the text of a scoped address: the same name on this platform. */
UV_EXTERN int uv_if_indextoiid(unsigned int ifindex, char *buffer, size_t *size);

/* ------------------------------------------------------------------------------------------------
 * Random bytes
 * ------------------------------------------------------------------------------------------------
 */

/* All buflen bytes at buf are random, or the error. */
typedef void (*uv_random_cb)(uv_random_t *req, int status, void *buf, size_t buflen);

/* All fields but those of every request are the library's own. */
struct uv_random_s {
  UV_REQ_FIELDS;
  uv_loop_t *loop;
  int status;
  void *buf;
  size_t buflen;
  uv_random_cb cb;
  void *gy_private_c[5];
};

/* Fills buf with bytes good enough for keys, from the kernel; it may wait at boot until there are
 * some. With cb NULL at once in the calling thread, loop and req being unused; else in the pool.
 * UV_E2BIG for more than 0x7fffffff, UV_EINVAL if flags is not 0. */
UV_EXTERN int uv_random(uv_loop_t *loop, uv_random_t *req, void *buf, size_t buflen,
                        unsigned int flags, uv_random_cb cb);

/* ------------------------------------------------------------------------------------------------
 * The process, its user and its surroundings
 *
 * Functions with `buffer` and `size`: *size is the room at buffer; on success it becomes the length
 * without the final zero byte. UV_ENOBUFS if that is too small, *size being what is needed with the
 * final byte. UV_EINVAL if either is NULL or *size is 0.
 * ------------------------------------------------------------------------------------------------
 */

/* Room for the name of the host and its final zero byte. */
#define UV_MAXHOSTNAMESIZE 65

/* Names for priorities of processes, from the kindest to the greediest. */
#define UV_PRIORITY_LOW 19
#define UV_PRIORITY_BELOW_NORMAL 10
#define UV_PRIORITY_NORMAL 0
#define UV_PRIORITY_ABOVE_NORMAL -7
#define UV_PRIORITY_HIGH -14
#define UV_PRIORITY_HIGHEST -20

/* An environment variable. */
struct uv_env_item_s {
  char *name;
  char *value;
};

/* An entry of the user database. */
struct uv_passwd_s {
  char *username;
  unsigned long uid;
  unsigned long gid;
  char *shell; /* may be NULL */
  char *homedir;
};

/* An entry of the group database. */
struct uv_group_s {
  char *groupname;
  unsigned long gid;
  char **members; /* names, NULL at the end */
};

/* What the system is called: uname(2). */
struct uv_utsname_s {
  char sysname[256];
  char release[256];
  char version[256];
  char machine[256];
};

/* The path of the running program. Unlike the others it cuts what does not fit. */
UV_EXTERN int uv_exepath(char *buffer, size_t *size);

/* The working directory, without a slash at the end. */
UV_EXTERN int uv_cwd(char *buffer, size_t *size);

/* Changes the working directory, for all threads. */
UV_EXTERN int uv_chdir(const char *dir);

/* The home directory: HOME, or what the user database says. Not thread-safe, like all functions
 * here that look at the environment. */
UV_EXTERN int uv_os_homedir(char *buffer, size_t *size);

/* The directory for temporary files: TMPDIR, TMP, TEMP or TEMPDIR, the first that is set, or the
 * system's. One slash at the end is left out. */
UV_EXTERN int uv_os_tmpdir(char *buffer, size_t *size);

/* The value of an environment variable; UV_ENOENT if there is none. */
UV_EXTERN int uv_os_getenv(const char *name, char *buffer, size_t *size);

/* Sets and removes an environment variable. */
UV_EXTERN int uv_os_setenv(const char *name, const char *value);
UV_EXTERN int uv_os_unsetenv(const char *name);

/* All environment variables, as an array to be given back, with its count, to
 * uv_os_free_environ(). */
UV_EXTERN int uv_os_environ(uv_env_item_t **envitems, int *count);
UV_EXTERN void uv_os_free_environ(uv_env_item_t *envitems, int count);

/* The name of the host; UV_MAXHOSTNAMESIZE suffices. */
UV_EXTERN int uv_os_gethostname(char *buffer, size_t *size);

/* What the system is called. */
UV_EXTERN int uv_os_uname(uv_utsname_t *buffer);

/* The user that the process acts as, any user, any group (its parameter is called gid and typed
 * like a uid); UV_ENOENT if unknown. What they fill in belongs to the structure: free it with the
 * function that fits. */
UV_EXTERN int uv_os_get_passwd(uv_passwd_t *pwd);
UV_EXTERN int uv_os_get_passwd2(uv_passwd_t *pwd, uv_uid_t uid);
UV_EXTERN void uv_os_free_passwd(uv_passwd_t *pwd);
UV_EXTERN int uv_os_get_group(uv_group_t *grp, uv_uid_t gid);
UV_EXTERN void uv_os_free_group(uv_group_t *grp);

/* The number of this process and of its parent. */
UV_EXTERN uv_pid_t uv_os_getpid(void);
UV_EXTERN uv_pid_t uv_os_getppid(void);

/* The priority of a process, 0 being ourselves: -20 (highest) to 19. UV_EINVAL outside of that,
 * UV_ESRCH for no such process, UV_EACCES or UV_EPERM for asking too much. */
UV_EXTERN int uv_os_getpriority(uv_pid_t pid, int *priority);
UV_EXTERN int uv_os_setpriority(uv_pid_t pid, int priority);

/* Call it first in main() and use what it returns instead of argv: it keeps the place of the
 * arguments for uv_set_process_title(), and returns a copy that lives as long as the program. */
UV_EXTERN char **uv_setup_args(int argc, char **argv);

/* The title that ps shows; longer ones are cut to the room that the arguments had. Setting it also
 * names the calling thread. Both may be called from any thread and are UV_ENOBUFS before
 * uv_setup_args(); so is a buffer too small. */
UV_EXTERN int uv_set_process_title(const char *title);
UV_EXTERN int uv_get_process_title(char *buffer, size_t size);

/* ------------------------------------------------------------------------------------------------
 * The machine: clocks, processors, memory
 * ------------------------------------------------------------------------------------------------
 */

/* For uv_clock_gettime(). */
typedef enum uv_clock_id {
  UV_CLOCK_MONOTONIC = 0, /* never goes back; its start means nothing */
  UV_CLOCK_REALTIME = 1   /* since 1970 */
} uv_clock_id;

/* The time that a processor has spent since boot, in milliseconds. */
struct uv_cpu_times_s {
  uint64_t user;
  uint64_t nice;
  uint64_t sys;
  uint64_t idle;
  uint64_t irq;
};

/* A processor. */
struct uv_cpu_info_s {
  const char *model;
  int speed; /* MHz, 0 if unknown */
  struct uv_cpu_times_s cpu_times;
};

/* What was used so far: getrusage(2). ru_maxrss is in kilobytes; what Linux does not count is 0. */
typedef struct {
  uv_timeval_t ru_utime;
  uv_timeval_t ru_stime;
  uint64_t ru_maxrss;
  uint64_t ru_ixrss;
  uint64_t ru_idrss;
  uint64_t ru_isrss;
  uint64_t ru_minflt;
  uint64_t ru_majflt;
  uint64_t ru_nswap;
  uint64_t ru_inblock;
  uint64_t ru_oublock;
  uint64_t ru_msgsnd;
  uint64_t ru_msgrcv;
  uint64_t ru_nsignals;
  uint64_t ru_nvcsw;
  uint64_t ru_nivcsw;
} uv_rusage_t;

/* Nanoseconds from an arbitrary start, never going back: for measuring. */
UV_EXTERN uint64_t uv_hrtime(void);

/* A clock, exactly. UV_EINVAL for an unknown one. */
UV_EXTERN int uv_clock_gettime(uv_clock_id clock_id, uv_timespec64_t *ts);

/* The time of day, in microseconds since 1970. */
UV_EXTERN int uv_gettimeofday(uv_timeval64_t *tv);

/* Blocks the calling thread, at least this long. */
UV_EXTERN void uv_sleep(unsigned int msec);

/* Seconds since boot. */
UV_EXTERN int uv_uptime(double *uptime);

/* The load average over 1, 5 and 15 minutes; avg has room for three. */
UV_EXTERN void uv_loadavg(double *avg);

/* What this process, or the calling thread, has used. */
UV_EXTERN int uv_getrusage(uv_rusage_t *rusage);
UV_EXTERN int uv_getrusage_thread(uv_rusage_t *rusage);

/* The processors, as an array to be given back to uv_free_cpu_info() with its count. */
UV_EXTERN int uv_cpu_info(uv_cpu_info_t **cpu_infos, int *count);
UV_EXTERN void uv_free_cpu_info(uv_cpu_info_t *cpu_infos, int count);

/* How many threads can run at once for this process, after affinity and control groups; at least
 * 1. Better than counting processors. */
UV_EXTERN unsigned int uv_available_parallelism(void);

/* The length of the masks of uv_thread_setaffinity(): one byte for each processor. */
UV_EXTERN int uv_cpumask_size(void);

/* Bytes of memory: what can be had without swapping, and all there is; 0 if unknown. */
UV_EXTERN uint64_t uv_get_free_memory(void);
UV_EXTERN uint64_t uv_get_total_memory(void);

/* The limit set for this process by its control group or resource limits: 0 if unknown, UINT64_MAX
 * if a control group sets none. */
UV_EXTERN uint64_t uv_get_constrained_memory(void);

/* How much this process can still use, limits considered. */
UV_EXTERN uint64_t uv_get_available_memory(void);

/* How many bytes of this process are in memory. */
UV_EXTERN int uv_resident_set_memory(size_t *rss);

/* ------------------------------------------------------------------------------------------------
 * Measuring the loop
 * ------------------------------------------------------------------------------------------------
 */

struct uv_metrics_s {
  uint64_t loop_count;     /* turns */
  uint64_t events;         /* events handled */
  uint64_t events_waiting; /* those of them that were there before the loop looked */
  uint64_t *reserved[13];
};

/* How long the loop has slept in poll, in nanoseconds, a sleep under way included; needs
 * UV_METRICS_IDLE_TIME, else 0. From any thread. */
UV_EXTERN uint64_t uv_metrics_idle_time(uv_loop_t *loop);

/* A copy of the counters. From the thread of the loop. */
UV_EXTERN int uv_metrics_info(uv_loop_t *loop, uv_metrics_t *metrics);

/* ------------------------------------------------------------------------------------------------
 * Shared libraries
 * ------------------------------------------------------------------------------------------------
 */

/* A shared library that was opened, or the failure to. Its fields are private. */
typedef struct {
  void *handle;
  char *errmsg;
} uv_lib_t;

/* Opens a library; NULL is the program itself. Returns 0, or -1 with the reason in uv_dlerror().
 * Call uv_dlclose() in both cases. */
UV_EXTERN int uv_dlopen(const char *filename, uv_lib_t *lib);

/* Closes the library, if open, and frees the message. */
UV_EXTERN void uv_dlclose(uv_lib_t *lib);

/* Finds a symbol, which may well be NULL. Returns 0, or -1 with the reason in uv_dlerror(). */
UV_EXTERN int uv_dlsym(uv_lib_t *lib, const char *name, void **ptr);

/* What went wrong last, or "no error"; valid until the next call on lib. */
UV_EXTERN const char *uv_dlerror(const uv_lib_t *lib);

/* ------------------------------------------------------------------------------------------------
 * Threads
 * ------------------------------------------------------------------------------------------------
 */

typedef pthread_t uv_thread_t;

/* Names for priorities of threads. */
enum {
  UV_THREAD_PRIORITY_HIGHEST = 2,
  UV_THREAD_PRIORITY_ABOVE_NORMAL = 1,
  UV_THREAD_PRIORITY_NORMAL = 0,
  UV_THREAD_PRIORITY_BELOW_NORMAL = -1,
  UV_THREAD_PRIORITY_LOWEST = -2
};

/* Which fields of uv_thread_options_t count. */
typedef enum uv_thread_create_flags {
  UV_THREAD_NO_FLAGS = 0,
  UV_THREAD_HAS_STACK_SIZE = 1
} uv_thread_create_flags;

/* How to start a thread. Fields may be added at the end. */
struct uv_thread_options_s {
  unsigned int flags; /* of uv_thread_create_flags */
  size_t stack_size;  /* in bytes, rounded up to whole pages and to the least allowed */
};
typedef struct uv_thread_options_s uv_thread_options_t;

/* What a thread runs. */
typedef void (*uv_thread_cb)(void *arg);

/* Starts a thread. Its stack is as large as the resource limit for stacks says, or, with the second
 * form, as large as you say. *tid is set before entry runs. */
UV_EXTERN int uv_thread_create(uv_thread_t *tid, uv_thread_cb entry, void *arg);
UV_EXTERN int uv_thread_create_ex(uv_thread_t *tid, const uv_thread_options_t *params,
                                  uv_thread_cb entry, void *arg);

/* Waits until the thread has ended. */
UV_EXTERN int uv_thread_join(uv_thread_t *tid);

/* Lets the thread clean up after itself; it cannot be joined any more. */
UV_EXTERN int uv_thread_detach(uv_thread_t *tid);

/* The calling thread. */
UV_EXTERN uv_thread_t uv_thread_self(void);

/* Non-zero if both are the same thread. */
UV_EXTERN int uv_thread_equal(const uv_thread_t *t1, const uv_thread_t *t2);

/* Names the calling thread, in at most 15 bytes, and tells the name of any. */
UV_EXTERN int uv_thread_setname(const char *name);
UV_EXTERN int uv_thread_getname(uv_thread_t *tid, char *name, size_t size);

/* The processors a thread may run on: masks of mask_size bytes, at least uv_cpumask_size() (else
 * UV_EINVAL), where a byte other than 0 allows the processor of that number. oldmask may be NULL or
 * gets the mask before. */
UV_EXTERN int uv_thread_setaffinity(uv_thread_t *tid, char *cpumask, char *oldmask,
                                    size_t mask_size);
UV_EXTERN int uv_thread_getaffinity(uv_thread_t *tid, char *cpumask, size_t mask_size);

/* The number of the processor that the calling thread is on, or an error. */
UV_EXTERN int uv_thread_getcpu(void);

/* The priority of a thread: UV_THREAD_PRIORITY_* to set, the system's number to get. */
UV_EXTERN int uv_thread_setpriority(uv_thread_t tid, int priority);
UV_EXTERN int uv_thread_getpriority(uv_thread_t tid, int *priority);

/* ------------------------------------------------------------------------------------------------
 * Locks and other meeting points of threads
 *
 * They are those of the system, with one difference: where only misuse can fail (locking,
 * unlocking, waiting, destroying), failure ends the program instead of being returned.
 * ------------------------------------------------------------------------------------------------
 */

typedef pthread_once_t uv_once_t;
typedef pthread_mutex_t uv_mutex_t;
typedef pthread_rwlock_t uv_rwlock_t;
typedef sem_t uv_sem_t;
typedef pthread_cond_t uv_cond_t;
typedef pthread_key_t uv_key_t;
typedef pthread_barrier_t uv_barrier_t;

/* The initial value of a uv_once_t. */
#define UV_ONCE_INIT PTHREAD_ONCE_INIT

/* A mutex: one thread at a time. The recursive kind may be locked again by the thread that has it.
 * uv_mutex_trylock() is UV_EBUSY if it is taken. */
UV_EXTERN int uv_mutex_init(uv_mutex_t *handle);
UV_EXTERN int uv_mutex_init_recursive(uv_mutex_t *handle);
UV_EXTERN void uv_mutex_destroy(uv_mutex_t *handle);
UV_EXTERN void uv_mutex_lock(uv_mutex_t *handle);
UV_EXTERN int uv_mutex_trylock(uv_mutex_t *handle);
UV_EXTERN void uv_mutex_unlock(uv_mutex_t *handle);

/* A read-write lock: many readers, or one writer. The try forms are UV_EBUSY if it is taken. */
UV_EXTERN int uv_rwlock_init(uv_rwlock_t *rwlock);
UV_EXTERN void uv_rwlock_destroy(uv_rwlock_t *rwlock);
UV_EXTERN void uv_rwlock_rdlock(uv_rwlock_t *rwlock);
UV_EXTERN int uv_rwlock_tryrdlock(uv_rwlock_t *rwlock);
UV_EXTERN void uv_rwlock_rdunlock(uv_rwlock_t *rwlock);
UV_EXTERN void uv_rwlock_wrlock(uv_rwlock_t *rwlock);
UV_EXTERN int uv_rwlock_trywrlock(uv_rwlock_t *rwlock);
UV_EXTERN void uv_rwlock_wrunlock(uv_rwlock_t *rwlock);

/* A semaphore: post adds one, wait takes one and blocks while there is none. uv_sem_trywait() is
 * UV_EAGAIN if there is none. */
UV_EXTERN int uv_sem_init(uv_sem_t *sem, unsigned int value);
UV_EXTERN void uv_sem_destroy(uv_sem_t *sem);
UV_EXTERN void uv_sem_post(uv_sem_t *sem);
UV_EXTERN void uv_sem_wait(uv_sem_t *sem);
UV_EXTERN int uv_sem_trywait(uv_sem_t *sem);

/* A condition: wait gives the mutex up until a signal (for one waiter) or broadcast (for all), and
 * has it again on return. A wait may also end for no reason: check in a loop what you wait for.
 * uv_cond_timedwait() waits at most `timeout` nanoseconds, then it is UV_ETIMEDOUT. */
UV_EXTERN int uv_cond_init(uv_cond_t *cond);
UV_EXTERN void uv_cond_destroy(uv_cond_t *cond);
UV_EXTERN void uv_cond_signal(uv_cond_t *cond);
UV_EXTERN void uv_cond_broadcast(uv_cond_t *cond);
UV_EXTERN void uv_cond_wait(uv_cond_t *cond, uv_mutex_t *mutex);
UV_EXTERN int uv_cond_timedwait(uv_cond_t *cond, uv_mutex_t *mutex, uint64_t timeout);

/* A barrier: holds `count` threads until all have come. uv_barrier_wait() returns more than 0 in
 * exactly one of them, which may then destroy the barrier, and 0 in the others. */
UV_EXTERN int uv_barrier_init(uv_barrier_t *barrier, unsigned int count);
UV_EXTERN void uv_barrier_destroy(uv_barrier_t *barrier);
UV_EXTERN int uv_barrier_wait(uv_barrier_t *barrier);

/* Runs callback once, whatever number of threads call it with the same guard; all return after it
 * has run. */
UV_EXTERN void uv_once(uv_once_t *guard, void (*callback)(void));

/* A pointer that every thread has its own value of, NULL at first. Nothing is freed when a thread
 * ends. */
UV_EXTERN int uv_key_create(uv_key_t *key);
UV_EXTERN void uv_key_delete(uv_key_t *key);
UV_EXTERN void *uv_key_get(uv_key_t *key);
UV_EXTERN void uv_key_set(uv_key_t *key, void *value);

/* ------------------------------------------------------------------------------------------------
 * Text: UTF-16 that may be ill-formed, and WTF-8, which is UTF-8 that can hold it
 * ------------------------------------------------------------------------------------------------
 */

/* How many bytes the text takes in WTF-8, without a final zero byte. utf16_len counts units, or is
 * -1 for text that ends in a zero. */
UV_EXTERN size_t uv_utf16_length_as_wtf8(const uint16_t *utf16, ssize_t utf16_len);

/* Converts to WTF-8 with a final zero byte. If *wtf8_ptr is NULL it becomes new memory, to be given
 * to free() (or to the function that uv_replace_allocator() got); else it is your room of
 * *wtf8_len_ptr bytes, not counting the final one, and UV_ENOBUFS says that it is too small.
 * *wtf8_len_ptr becomes the length, or the length needed, without the final byte. wtf8_ptr may be
 * NULL to ask for the length alone, and wtf8_len_ptr where new memory is made. */
UV_EXTERN int uv_utf16_to_wtf8(const uint16_t *utf16, ssize_t utf16_len, char **wtf8_ptr,
                               size_t *wtf8_len_ptr);

/* How many units the text takes in UTF-16, with a final zero; -1 for what is not WTF-8. */
UV_EXTERN ssize_t uv_wtf8_length_as_utf16(const char *wtf8);

/* Converts valid WTF-8 to UTF-16 with a final zero; utf16_len is what uv_wtf8_length_as_utf16()
 * returned. */
UV_EXTERN void uv_wtf8_to_utf16(const char *wtf8, uint16_t *utf16, size_t utf16_len);

/* ------------------------------------------------------------------------------------------------
 * Room for any handle, and for any request
 * ------------------------------------------------------------------------------------------------
 */

/* clang-format off */
union uv_any_handle {
#define GY_UNION_MEMBER(upper, lower) uv_##lower##_t lower;
  UV_HANDLE_TYPE_MAP(GY_UNION_MEMBER)
#undef GY_UNION_MEMBER
};

union uv_any_req {
#define GY_UNION_MEMBER(upper, lower) uv_##lower##_t lower;
  UV_REQ_TYPE_MAP(GY_UNION_MEMBER)
#undef GY_UNION_MEMBER
};
/* clang-format on */

#ifdef __cplusplus
} /* extern "C" */

/* Modes used to be plain numbers, and C++ does not turn those into an enum. */
extern "C++" {
inline int uv_tty_set_mode(uv_tty_t *handle, int mode) {
  return uv_tty_set_mode(handle, static_cast<uv_tty_mode_t>(mode));
}
}
#endif

#endif /* UV_H */
