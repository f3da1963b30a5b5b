/* SPDX-License-Identifier: MIT */
/* What the system says of itself, for js/lib/os.js, and the numbers of errors and signals. A call
 * that fails gives its negative error number. */
#include <dlfcn.h>
#include <errno.h>
#include <signal.h>
#include <stdio.h>

#include "runtime/runtime.h"

static const gy_constant errors[] = {
    {"E2BIG", E2BIG},
    {"EACCES", EACCES},
    {"EADDRINUSE", EADDRINUSE},
    {"EADDRNOTAVAIL", EADDRNOTAVAIL},
    {"EAFNOSUPPORT", EAFNOSUPPORT},
    {"EAGAIN", EAGAIN},
    {"EALREADY", EALREADY},
    {"EBADF", EBADF},
    {"EBADMSG", EBADMSG},
    {"EBUSY", EBUSY},
    {"ECANCELED", ECANCELED},
    {"ECHILD", ECHILD},
    {"ECONNABORTED", ECONNABORTED},
    {"ECONNREFUSED", ECONNREFUSED},
    {"ECONNRESET", ECONNRESET},
    {"EDEADLK", EDEADLK},
    {"EDESTADDRREQ", EDESTADDRREQ},
    {"EDOM", EDOM},
    {"EDQUOT", EDQUOT},
    {"EEXIST", EEXIST},
    {"EFAULT", EFAULT},
    {"EFBIG", EFBIG},
    {"EHOSTUNREACH", EHOSTUNREACH},
    {"EIDRM", EIDRM},
    {"EILSEQ", EILSEQ},
    {"EINPROGRESS", EINPROGRESS},
    {"EINTR", EINTR},
    {"EINVAL", EINVAL},
    {"EIO", EIO},
    {"EISCONN", EISCONN},
    {"EISDIR", EISDIR},
    {"ELOOP", ELOOP},
    {"EMFILE", EMFILE},
    {"EMLINK", EMLINK},
    {"EMSGSIZE", EMSGSIZE},
    {"EMULTIHOP", EMULTIHOP},
    {"ENAMETOOLONG", ENAMETOOLONG},
    {"ENETDOWN", ENETDOWN},
    {"ENETRESET", ENETRESET},
    {"ENETUNREACH", ENETUNREACH},
    {"ENFILE", ENFILE},
    {"ENOBUFS", ENOBUFS},
    {"ENODATA", ENODATA},
    {"ENODEV", ENODEV},
    {"ENOENT", ENOENT},
    {"ENOEXEC", ENOEXEC},
    {"ENOLCK", ENOLCK},
    {"ENOLINK", ENOLINK},
    {"ENOMEM", ENOMEM},
    {"ENOMSG", ENOMSG},
    {"ENOPROTOOPT", ENOPROTOOPT},
    {"ENOSPC", ENOSPC},
    {"ENOSR", ENOSR},
    {"ENOSTR", ENOSTR},
    {"ENOSYS", ENOSYS},
    {"ENOTCONN", ENOTCONN},
    {"ENOTDIR", ENOTDIR},
    {"ENOTEMPTY", ENOTEMPTY},
    {"ENOTSOCK", ENOTSOCK},
    {"ENOTSUP", ENOTSUP},
    {"ENOTTY", ENOTTY},
    {"ENXIO", ENXIO},
    {"EOPNOTSUPP", EOPNOTSUPP},
    {"EOVERFLOW", EOVERFLOW},
    {"EPERM", EPERM},
    {"EPIPE", EPIPE},
    {"EPROTO", EPROTO},
    {"EPROTONOSUPPORT", EPROTONOSUPPORT},
    {"EPROTOTYPE", EPROTOTYPE},
    {"ERANGE", ERANGE},
    {"EROFS", EROFS},
    {"ESPIPE", ESPIPE},
    {"ESRCH", ESRCH},
    {"ESTALE", ESTALE},
    {"ETIME", ETIME},
    {"ETIMEDOUT", ETIMEDOUT},
    {"ETXTBSY", ETXTBSY},
    {"EWOULDBLOCK", EWOULDBLOCK},
    {"EXDEV", EXDEV},
    {NULL, 0},
};

static const gy_constant signals[] = {
    {"SIGHUP", SIGHUP},       {"SIGINT", SIGINT},
    {"SIGQUIT", SIGQUIT},     {"SIGILL", SIGILL},
    {"SIGTRAP", SIGTRAP},     {"SIGABRT", SIGABRT},
    {"SIGIOT", SIGIOT},       {"SIGBUS", SIGBUS},
    {"SIGFPE", SIGFPE},       {"SIGKILL", SIGKILL},
    {"SIGUSR1", SIGUSR1},     {"SIGSEGV", SIGSEGV},
    {"SIGUSR2", SIGUSR2},     {"SIGPIPE", SIGPIPE},
    {"SIGALRM", SIGALRM},     {"SIGTERM", SIGTERM},
    {"SIGCHLD", SIGCHLD},     {"SIGSTKFLT", SIGSTKFLT},
    {"SIGCONT", SIGCONT},     {"SIGSTOP", SIGSTOP},
    {"SIGTSTP", SIGTSTP},     {"SIGTTIN", SIGTTIN},
    {"SIGTTOU", SIGTTOU},     {"SIGURG", SIGURG},
    {"SIGXCPU", SIGXCPU},     {"SIGXFSZ", SIGXFSZ},
    {"SIGVTALRM", SIGVTALRM}, {"SIGPROF", SIGPROF},
    {"SIGWINCH", SIGWINCH},   {"SIGIO", SIGIO},
    {"SIGPOLL", SIGPOLL},     {"SIGPWR", SIGPWR},
    {"SIGSYS", SIGSYS},       {NULL, 0},
};

static const gy_constant priorities[] = {
    {"PRIORITY_LOW", UV_PRIORITY_LOW},
    {"PRIORITY_BELOW_NORMAL", UV_PRIORITY_BELOW_NORMAL},
    {"PRIORITY_NORMAL", UV_PRIORITY_NORMAL},
    {"PRIORITY_ABOVE_NORMAL", UV_PRIORITY_ABOVE_NORMAL},
    {"PRIORITY_HIGH", UV_PRIORITY_HIGH},
    {"PRIORITY_HIGHEST", UV_PRIORITY_HIGHEST},
    {NULL, 0},
};

static const gy_constant loading[] = {
    {"RTLD_LAZY", RTLD_LAZY},   {"RTLD_NOW", RTLD_NOW},           {"RTLD_GLOBAL", RTLD_GLOBAL},
    {"RTLD_LOCAL", RTLD_LOCAL}, {"RTLD_DEEPBIND", RTLD_DEEPBIND}, {NULL, 0},
};

static gy_value text_or_error(gy_context js, int err, const char *text, size_t size) {
  return err != 0 ? gy_number(js, err) : gy_string_utf8(js, text, size);
}

GY_FUNCTION(hostname) {
  char room[UV_MAXHOSTNAMESIZE];
  size_t size = sizeof(room);
  int err = uv_os_gethostname(room, &size);
  return text_or_error(js, err, room, size);
}

GY_FUNCTION(homedir) {
  char room[4096];
  size_t size = sizeof(room);
  int err = uv_os_homedir(room, &size);
  return text_or_error(js, err, room, size);
}

/* uname(): [sysname, version, release, machine] */
GY_FUNCTION(names) {
  uv_utsname_t name;
  int err = uv_os_uname(&name);
  if (err != 0) {
    gy_throw(js, exception, uv_strerror(err));
    return gy_undefined(js);
  }
  gy_value values[] = {gy_string(js, name.sysname), gy_string(js, name.version),
                       gy_string(js, name.release), gy_string(js, name.machine)};
  return gy_array(js, 4, values);
}

GY_FUNCTION(uptime) {
  double seconds;
  int err = uv_uptime(&seconds);
  return gy_number(js, err != 0 ? err : seconds);
}

GY_FUNCTION(freemem) { return gy_number(js, (double)uv_get_free_memory()); }

GY_FUNCTION(totalmem) { return gy_number(js, (double)uv_get_total_memory()); }

GY_FUNCTION(parallelism) { return gy_number(js, uv_available_parallelism()); }

GY_FUNCTION(loadavg) {
  double average[3];
  uv_loadavg(average);
  gy_value values[] = {gy_number(js, average[0]), gy_number(js, average[1]),
                       gy_number(js, average[2])};
  return gy_array(js, 3, values);
}

/* cpus(): [model, speed, user, nice, sys, idle, irq] of each. */
GY_FUNCTION(cpus) {
  uv_cpu_info_t *infos;
  int count;
  int err = uv_cpu_info(&infos, &count);
  if (err != 0) {
    return gy_number(js, err);
  }
  gy_object list = gy_array(js, 0, NULL);
  for (int i = 0; i < count; i++) {
    const struct uv_cpu_times_s *times = &infos[i].cpu_times;
    gy_value values[] = {
        gy_string(js, infos[i].model),      gy_number(js, infos[i].speed),
        gy_number(js, (double)times->user), gy_number(js, (double)times->nice),
        gy_number(js, (double)times->sys),  gy_number(js, (double)times->idle),
        gy_number(js, (double)times->irq),
    };
    gy_set_index(js, list, (unsigned)i, gy_array(js, 7, values));
  }
  uv_free_cpu_info(infos, count);
  return list;
}

/* networkInterfaces(): [name, address, netmask, is IPv6, mac, is internal, scope] of each. */
GY_FUNCTION(interfaces) {
  uv_interface_address_t *addresses;
  int count;
  int err = uv_interface_addresses(&addresses, &count);
  if (err != 0) {
    return gy_number(js, err);
  }
  gy_object list = gy_array(js, 0, NULL);
  for (int i = 0; i < count; i++) {
    const uv_interface_address_t *one = &addresses[i];
    bool six = one->address.address4.sin_family == AF_INET6;
    char address[INET6_ADDRSTRLEN];
    char netmask[INET6_ADDRSTRLEN];
    char mac[18];
    if (six) {
      uv_ip6_name(&one->address.address6, address, sizeof(address));
      uv_ip6_name(&one->netmask.netmask6, netmask, sizeof(netmask));
    } else {
      uv_ip4_name(&one->address.address4, address, sizeof(address));
      uv_ip4_name(&one->netmask.netmask4, netmask, sizeof(netmask));
    }
    const unsigned char *p = (const unsigned char *)one->phys_addr;
    snprintf(mac, sizeof(mac), "%02x:%02x:%02x:%02x:%02x:%02x", p[0], p[1], p[2], p[3], p[4], p[5]);
    gy_value values[] = {
        gy_string(js, one->name),
        gy_string(js, address),
        gy_string(js, netmask),
        gy_bool(js, six),
        gy_string(js, mac),
        gy_bool(js, one->is_internal),
        gy_number(js, six ? one->address.address6.sin6_scope_id : 0),
    };
    gy_set_index(js, list, (unsigned)i, gy_array(js, 7, values));
  }
  uv_free_interface_addresses(addresses, count);
  return list;
}

/* setPriority(pid, priority) */
GY_FUNCTION(set_priority) {
  return gy_number(js, uv_os_setpriority(gy_to_int32(js, argv[0]), gy_to_int32(js, argv[1])));
}

/* getPriority(pid): [error, priority] */
GY_FUNCTION(get_priority) {
  int priority = 0;
  int err = uv_os_getpriority(gy_to_int32(js, argv[0]), &priority);
  gy_value values[] = {gy_number(js, err), gy_number(js, priority)};
  return gy_array(js, 2, values);
}

/* userInfo(): [uid, gid, username, homedir, shell] */
GY_FUNCTION(user_info) {
  uv_passwd_t user;
  int err = uv_os_get_passwd(&user);
  if (err != 0) {
    return gy_number(js, err);
  }
  gy_value values[] = {
      gy_number(js, (double)(int64_t)user.uid),
      gy_number(js, (double)(int64_t)user.gid),
      gy_string(js, user.username),
      gy_string(js, user.homedir),
      user.shell == NULL ? gy_null(js) : gy_string(js, user.shell),
  };
  uv_os_free_passwd(&user);
  return gy_array(js, 5, values);
}

static void set_group(gy_context js, gy_object binding, const char *name,
                      const gy_constant constants[]) {
  gy_object group = gy_object_new(js);
  gy_set_constants(js, group, constants);
  gy_set(js, binding, name, group);
}

gy_object gy_bind_os(gy_context js) {
  static const gy_export exports[] = {
      {"hostname", hostname},
      {"homedir", homedir},
      {"uname", names},
      {"uptime", uptime},
      {"freemem", freemem},
      {"totalmem", totalmem},
      {"availableParallelism", parallelism},
      {"loadavg", loadavg},
      {"cpus", cpus},
      {"networkInterfaces", interfaces},
      {"setPriority", set_priority},
      {"getPriority", get_priority},
      {"userInfo", user_info},
      {NULL, NULL},
  };
  gy_object binding = gy_object_new(js);
  gy_set_exports(js, binding, exports);
  gy_set_number(js, binding, "UV_UDP_REUSEADDR", UV_UDP_REUSEADDR);
  set_group(js, binding, "dlopen", loading);
  set_group(js, binding, "errno", errors);
  set_group(js, binding, "signals", signals);
  set_group(js, binding, "priority", priorities);
  return binding;
}
