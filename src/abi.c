/* SPDX-License-Identifier: MIT */
/*
 * The binary interface, as assertions: sizes, alignments and the offsets of every field that a
 * program built against libuv 1.x may touch, on Linux x86_64. Nothing here makes code; a change of
 * include/uv.h that would break a compiled program fails to compile. tests/abi/compare holds the
 * same facts against the distribution's own header.
 */
#include <stddef.h>

#include "uv.h"

#if defined(__linux__) && defined(__x86_64__) && defined(__LP64__)

/* Size and alignment of a type. */
#define TYPE(type, size, align)                             \
  _Static_assert(sizeof(type) == (size), "size of " #type); \
  _Static_assert(_Alignof(type) == (align), "alignment of " #type)

/* Offset and size of a field. */
#define FIELD(type, field, offset, size)                                            \
  _Static_assert(offsetof(type, field) == (offset), "offset of " #type "." #field); \
  _Static_assert(sizeof(((type *)0)->field) == (size), "size of " #type "." #field)

/* Every handle can be used through uv_handle_t, every stream through uv_stream_t. `flags` and
 * `io_watcher.fd` are private by intent, but existing programs reach for them. */
#define HANDLE(T)            \
  FIELD(T, data, 0, 8);      \
  FIELD(T, loop, 8, 8);      \
  FIELD(T, type, 16, 4);     \
  FIELD(T, close_cb, 24, 8); \
  FIELD(T, u, 48, 32);       \
  FIELD(T, u.fd, 48, 4);     \
  FIELD(T, flags, 88, 4)

#define STREAM(T)                    \
  HANDLE(T);                         \
  FIELD(T, write_queue_size, 96, 8); \
  FIELD(T, alloc_cb, 104, 8);        \
  FIELD(T, read_cb, 112, 8);         \
  FIELD(T, io_watcher.fd, 184, 4)

/* Every request can be used through uv_req_t. */
#define REQUEST(T)      \
  FIELD(T, data, 0, 8); \
  FIELD(T, type, 8, 4)

TYPE(uv_loop_t, 848, 8);
FIELD(uv_loop_t, data, 0, 8);
FIELD(uv_loop_t, active_handles, 8, 4);
FIELD(uv_loop_t, active_reqs, 32, 8);
FIELD(uv_loop_t, active_reqs.count, 32, 4);
FIELD(uv_loop_t, internal_fields, 40, 8);
FIELD(uv_loop_t, stop_flag, 48, 4);

TYPE(uv_handle_t, 96, 8);
HANDLE(uv_handle_t);

TYPE(uv_stream_t, 248, 8);
STREAM(uv_stream_t);

TYPE(uv_tcp_t, 248, 8);
STREAM(uv_tcp_t);

TYPE(uv_pipe_t, 264, 8);
STREAM(uv_pipe_t);
FIELD(uv_pipe_t, ipc, 248, 4);

TYPE(uv_tty_t, 312, 8);
STREAM(uv_tty_t);

TYPE(uv_udp_t, 216, 8);
HANDLE(uv_udp_t);
FIELD(uv_udp_t, send_queue_size, 96, 8);
FIELD(uv_udp_t, send_queue_count, 104, 8);

TYPE(uv_poll_t, 160, 8);
HANDLE(uv_poll_t);
FIELD(uv_poll_t, poll_cb, 96, 8);
FIELD(uv_poll_t, io_watcher.fd, 152, 4);

TYPE(uv_timer_t, 152, 8);
HANDLE(uv_timer_t);

TYPE(uv_prepare_t, 120, 8);
HANDLE(uv_prepare_t);

TYPE(uv_check_t, 120, 8);
HANDLE(uv_check_t);

TYPE(uv_idle_t, 120, 8);
HANDLE(uv_idle_t);

TYPE(uv_async_t, 128, 8);
HANDLE(uv_async_t);

TYPE(uv_process_t, 136, 8);
HANDLE(uv_process_t);
FIELD(uv_process_t, exit_cb, 96, 8);
FIELD(uv_process_t, pid, 104, 4);

TYPE(uv_fs_event_t, 136, 8);
HANDLE(uv_fs_event_t);
FIELD(uv_fs_event_t, path, 96, 8);

TYPE(uv_fs_poll_t, 104, 8);
HANDLE(uv_fs_poll_t);

TYPE(uv_signal_t, 152, 8);
HANDLE(uv_signal_t);
FIELD(uv_signal_t, signal_cb, 96, 8);
FIELD(uv_signal_t, signum, 104, 4);

TYPE(uv_req_t, 64, 8);
REQUEST(uv_req_t);

TYPE(uv_getaddrinfo_t, 160, 8);
REQUEST(uv_getaddrinfo_t);
FIELD(uv_getaddrinfo_t, loop, 64, 8);
FIELD(uv_getaddrinfo_t, addrinfo, 144, 8);

TYPE(uv_getnameinfo_t, 1320, 8);
REQUEST(uv_getnameinfo_t);
FIELD(uv_getnameinfo_t, loop, 64, 8);
FIELD(uv_getnameinfo_t, host, 252, 1025);
FIELD(uv_getnameinfo_t, service, 1277, 32);

TYPE(uv_shutdown_t, 80, 8);
REQUEST(uv_shutdown_t);
FIELD(uv_shutdown_t, handle, 64, 8);
FIELD(uv_shutdown_t, cb, 72, 8);

TYPE(uv_write_t, 192, 8);
REQUEST(uv_write_t);
FIELD(uv_write_t, cb, 64, 8);
FIELD(uv_write_t, send_handle, 72, 8);
FIELD(uv_write_t, handle, 80, 8);

TYPE(uv_connect_t, 96, 8);
REQUEST(uv_connect_t);
FIELD(uv_connect_t, cb, 64, 8);
FIELD(uv_connect_t, handle, 72, 8);

TYPE(uv_udp_send_t, 320, 8);
REQUEST(uv_udp_send_t);
FIELD(uv_udp_send_t, handle, 64, 8);
FIELD(uv_udp_send_t, cb, 72, 8);

TYPE(uv_fs_t, 440, 8);
REQUEST(uv_fs_t);
FIELD(uv_fs_t, fs_type, 64, 4);
FIELD(uv_fs_t, loop, 72, 8);
FIELD(uv_fs_t, cb, 80, 8);
FIELD(uv_fs_t, result, 88, 8);
FIELD(uv_fs_t, ptr, 96, 8);
FIELD(uv_fs_t, path, 104, 8);
FIELD(uv_fs_t, statbuf, 112, 160);

TYPE(uv_work_t, 128, 8);
REQUEST(uv_work_t);
FIELD(uv_work_t, loop, 64, 8);
FIELD(uv_work_t, work_cb, 72, 8);
FIELD(uv_work_t, after_work_cb, 80, 8);

TYPE(uv_random_t, 144, 8);
REQUEST(uv_random_t);
FIELD(uv_random_t, loop, 64, 8);
FIELD(uv_random_t, status, 72, 4);
FIELD(uv_random_t, buf, 80, 8);
FIELD(uv_random_t, buflen, 88, 8);
FIELD(uv_random_t, cb, 96, 8);

TYPE(uv_dir_t, 56, 8);
FIELD(uv_dir_t, dirents, 0, 8);
FIELD(uv_dir_t, nentries, 8, 8);

TYPE(uv_lib_t, 16, 8);
FIELD(uv_lib_t, handle, 0, 8);
FIELD(uv_lib_t, errmsg, 8, 8);

TYPE(uv_buf_t, 16, 8);
FIELD(uv_buf_t, base, 0, 8);
FIELD(uv_buf_t, len, 8, 8);

TYPE(uv_cpu_info_t, 56, 8);
FIELD(uv_cpu_info_t, model, 0, 8);
FIELD(uv_cpu_info_t, speed, 8, 4);
FIELD(uv_cpu_info_t, cpu_times, 16, 40);

TYPE(struct uv_cpu_times_s, 40, 8);
FIELD(struct uv_cpu_times_s, user, 0, 8);
FIELD(struct uv_cpu_times_s, nice, 8, 8);
FIELD(struct uv_cpu_times_s, sys, 16, 8);
FIELD(struct uv_cpu_times_s, idle, 24, 8);
FIELD(struct uv_cpu_times_s, irq, 32, 8);

TYPE(uv_dirent_t, 16, 8);
FIELD(uv_dirent_t, name, 0, 8);
FIELD(uv_dirent_t, type, 8, 4);

TYPE(uv_env_item_t, 16, 8);
FIELD(uv_env_item_t, name, 0, 8);
FIELD(uv_env_item_t, value, 8, 8);

TYPE(uv_group_t, 24, 8);
FIELD(uv_group_t, groupname, 0, 8);
FIELD(uv_group_t, gid, 8, 8);
FIELD(uv_group_t, members, 16, 8);

TYPE(uv_interface_address_t, 80, 8);
FIELD(uv_interface_address_t, name, 0, 8);
FIELD(uv_interface_address_t, phys_addr, 8, 6);
FIELD(uv_interface_address_t, is_internal, 16, 4);
FIELD(uv_interface_address_t, address, 20, 28);
FIELD(uv_interface_address_t, address.address6, 20, 28);
FIELD(uv_interface_address_t, address.address4, 20, 16);
FIELD(uv_interface_address_t, netmask, 48, 28);
FIELD(uv_interface_address_t, netmask.netmask6, 48, 28);
FIELD(uv_interface_address_t, netmask.netmask4, 48, 16);

TYPE(uv_passwd_t, 40, 8);
FIELD(uv_passwd_t, username, 0, 8);
FIELD(uv_passwd_t, uid, 8, 8);
FIELD(uv_passwd_t, gid, 16, 8);
FIELD(uv_passwd_t, shell, 24, 8);
FIELD(uv_passwd_t, homedir, 32, 8);

TYPE(uv_utsname_t, 1024, 1);
FIELD(uv_utsname_t, sysname, 0, 256);
FIELD(uv_utsname_t, release, 256, 256);
FIELD(uv_utsname_t, version, 512, 256);
FIELD(uv_utsname_t, machine, 768, 256);

TYPE(uv_statfs_t, 88, 8);
FIELD(uv_statfs_t, f_type, 0, 8);
FIELD(uv_statfs_t, f_bsize, 8, 8);
FIELD(uv_statfs_t, f_blocks, 16, 8);
FIELD(uv_statfs_t, f_bfree, 24, 8);
FIELD(uv_statfs_t, f_bavail, 32, 8);
FIELD(uv_statfs_t, f_files, 40, 8);
FIELD(uv_statfs_t, f_ffree, 48, 8);
FIELD(uv_statfs_t, f_frsize, 56, 8);
FIELD(uv_statfs_t, f_spare, 64, 24);

TYPE(uv_stat_t, 160, 8);
FIELD(uv_stat_t, st_dev, 0, 8);
FIELD(uv_stat_t, st_mode, 8, 8);
FIELD(uv_stat_t, st_nlink, 16, 8);
FIELD(uv_stat_t, st_uid, 24, 8);
FIELD(uv_stat_t, st_gid, 32, 8);
FIELD(uv_stat_t, st_rdev, 40, 8);
FIELD(uv_stat_t, st_ino, 48, 8);
FIELD(uv_stat_t, st_size, 56, 8);
FIELD(uv_stat_t, st_blksize, 64, 8);
FIELD(uv_stat_t, st_blocks, 72, 8);
FIELD(uv_stat_t, st_flags, 80, 8);
FIELD(uv_stat_t, st_gen, 88, 8);
FIELD(uv_stat_t, st_atim, 96, 16);
FIELD(uv_stat_t, st_mtim, 112, 16);
FIELD(uv_stat_t, st_ctim, 128, 16);
FIELD(uv_stat_t, st_birthtim, 144, 16);

TYPE(uv_timespec_t, 16, 8);
FIELD(uv_timespec_t, tv_sec, 0, 8);
FIELD(uv_timespec_t, tv_nsec, 8, 8);

TYPE(uv_timespec64_t, 16, 8);
FIELD(uv_timespec64_t, tv_sec, 0, 8);
FIELD(uv_timespec64_t, tv_nsec, 8, 4);

TYPE(uv_timeval_t, 16, 8);
FIELD(uv_timeval_t, tv_sec, 0, 8);
FIELD(uv_timeval_t, tv_usec, 8, 8);

TYPE(uv_timeval64_t, 16, 8);
FIELD(uv_timeval64_t, tv_sec, 0, 8);
FIELD(uv_timeval64_t, tv_usec, 8, 4);

TYPE(uv_rusage_t, 144, 8);
FIELD(uv_rusage_t, ru_utime, 0, 16);
FIELD(uv_rusage_t, ru_stime, 16, 16);
FIELD(uv_rusage_t, ru_maxrss, 32, 8);
FIELD(uv_rusage_t, ru_ixrss, 40, 8);
FIELD(uv_rusage_t, ru_idrss, 48, 8);
FIELD(uv_rusage_t, ru_isrss, 56, 8);
FIELD(uv_rusage_t, ru_minflt, 64, 8);
FIELD(uv_rusage_t, ru_majflt, 72, 8);
FIELD(uv_rusage_t, ru_nswap, 80, 8);
FIELD(uv_rusage_t, ru_inblock, 88, 8);
FIELD(uv_rusage_t, ru_oublock, 96, 8);
FIELD(uv_rusage_t, ru_msgsnd, 104, 8);
FIELD(uv_rusage_t, ru_msgrcv, 112, 8);
FIELD(uv_rusage_t, ru_nsignals, 120, 8);
FIELD(uv_rusage_t, ru_nvcsw, 128, 8);
FIELD(uv_rusage_t, ru_nivcsw, 136, 8);

TYPE(uv_process_options_t, 64, 8);
FIELD(uv_process_options_t, exit_cb, 0, 8);
FIELD(uv_process_options_t, file, 8, 8);
FIELD(uv_process_options_t, args, 16, 8);
FIELD(uv_process_options_t, env, 24, 8);
FIELD(uv_process_options_t, cwd, 32, 8);
FIELD(uv_process_options_t, flags, 40, 4);
FIELD(uv_process_options_t, stdio_count, 44, 4);
FIELD(uv_process_options_t, stdio, 48, 8);
FIELD(uv_process_options_t, uid, 56, 4);
FIELD(uv_process_options_t, gid, 60, 4);

TYPE(uv_stdio_container_t, 16, 8);
FIELD(uv_stdio_container_t, flags, 0, 4);
FIELD(uv_stdio_container_t, data, 8, 8);
FIELD(uv_stdio_container_t, data.stream, 8, 8);
FIELD(uv_stdio_container_t, data.fd, 8, 4);

TYPE(uv_thread_options_t, 16, 8);
FIELD(uv_thread_options_t, flags, 0, 4);
FIELD(uv_thread_options_t, stack_size, 8, 8);

TYPE(uv_metrics_t, 128, 8);
FIELD(uv_metrics_t, loop_count, 0, 8);
FIELD(uv_metrics_t, events, 8, 8);
FIELD(uv_metrics_t, events_waiting, 16, 8);
FIELD(uv_metrics_t, reserved, 24, 104);

TYPE(union uv_any_handle, 312, 8);
FIELD(union uv_any_handle, async, 0, sizeof(uv_async_t));
FIELD(union uv_any_handle, check, 0, sizeof(uv_check_t));
FIELD(union uv_any_handle, fs_event, 0, sizeof(uv_fs_event_t));
FIELD(union uv_any_handle, fs_poll, 0, sizeof(uv_fs_poll_t));
FIELD(union uv_any_handle, handle, 0, sizeof(uv_handle_t));
FIELD(union uv_any_handle, idle, 0, sizeof(uv_idle_t));
FIELD(union uv_any_handle, pipe, 0, sizeof(uv_pipe_t));
FIELD(union uv_any_handle, poll, 0, sizeof(uv_poll_t));
FIELD(union uv_any_handle, prepare, 0, sizeof(uv_prepare_t));
FIELD(union uv_any_handle, process, 0, sizeof(uv_process_t));
FIELD(union uv_any_handle, stream, 0, sizeof(uv_stream_t));
FIELD(union uv_any_handle, tcp, 0, sizeof(uv_tcp_t));
FIELD(union uv_any_handle, timer, 0, sizeof(uv_timer_t));
FIELD(union uv_any_handle, tty, 0, sizeof(uv_tty_t));
FIELD(union uv_any_handle, udp, 0, sizeof(uv_udp_t));
FIELD(union uv_any_handle, signal, 0, sizeof(uv_signal_t));

TYPE(union uv_any_req, 1320, 8);
FIELD(union uv_any_req, req, 0, sizeof(uv_req_t));
FIELD(union uv_any_req, connect, 0, sizeof(uv_connect_t));
FIELD(union uv_any_req, write, 0, sizeof(uv_write_t));
FIELD(union uv_any_req, shutdown, 0, sizeof(uv_shutdown_t));
FIELD(union uv_any_req, udp_send, 0, sizeof(uv_udp_send_t));
FIELD(union uv_any_req, fs, 0, sizeof(uv_fs_t));
FIELD(union uv_any_req, work, 0, sizeof(uv_work_t));
FIELD(union uv_any_req, getaddrinfo, 0, sizeof(uv_getaddrinfo_t));
FIELD(union uv_any_req, getnameinfo, 0, sizeof(uv_getnameinfo_t));
FIELD(union uv_any_req, random, 0, sizeof(uv_random_t));

TYPE(uv_thread_t, 8, 8);
TYPE(uv_once_t, 4, 4);
TYPE(uv_mutex_t, 40, 8);
TYPE(uv_rwlock_t, 56, 8);
TYPE(uv_sem_t, 32, _Alignof(sem_t)); /* glibc: 8, musl: 4 */
TYPE(uv_cond_t, 48, 8);
TYPE(uv_key_t, 4, 4);
TYPE(uv_barrier_t, 32, 8);
TYPE(uv_file, 4, 4);
TYPE(uv_os_sock_t, 4, 4);
TYPE(uv_os_fd_t, 4, 4);
TYPE(uv_pid_t, 4, 4);
TYPE(uv_uid_t, 4, 4);
TYPE(uv_gid_t, 4, 4);
TYPE(uv_errno_t, 4, 4);
TYPE(uv_handle_type, 4, 4);
TYPE(uv_req_type, 4, 4);
TYPE(uv_run_mode, 4, 4);
TYPE(uv_loop_option, 4, 4);
TYPE(uv_fs_type, 4, 4);
TYPE(uv_dirent_type_t, 4, 4);
TYPE(uv_membership, 4, 4);
TYPE(uv_tty_mode_t, 4, 4);
TYPE(uv_tty_vtermstate_t, 4, 4);
TYPE(uv_stdio_flags, 4, 4);
TYPE(uv_thread_create_flags, 4, 4);
TYPE(uv_clock_id, 4, 4);

#endif
