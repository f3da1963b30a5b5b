/* SPDX-License-Identifier: MIT */
/* Data about the system, for js/lib/os.js, and the numbers of errors and signals. A call that fails
 * returns its negative error number. */
#include <dlfcn.h>
#include <errno.h>
#include <signal.h>
#include <stdio.h>

#include "runtime/runtime.h"

static const gj_constant errors[] = {
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

static const gj_constant signals[] = {
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

static const gj_constant priorities[] = {
    {"PRIORITY_LOW", UV_PRIORITY_LOW},
    {"PRIORITY_BELOW_NORMAL", UV_PRIORITY_BELOW_NORMAL},
    {"PRIORITY_NORMAL", UV_PRIORITY_NORMAL},
    {"PRIORITY_ABOVE_NORMAL", UV_PRIORITY_ABOVE_NORMAL},
    {"PRIORITY_HIGH", UV_PRIORITY_HIGH},
    {"PRIORITY_HIGHEST", UV_PRIORITY_HIGHEST},
    {NULL, 0},
};

static const gj_constant loading[] = {
    {"RTLD_LAZY", RTLD_LAZY},   {"RTLD_NOW", RTLD_NOW},           {"RTLD_GLOBAL", RTLD_GLOBAL},
    {"RTLD_LOCAL", RTLD_LOCAL}, {"RTLD_DEEPBIND", RTLD_DEEPBIND}, {NULL, 0},
};

static gj_value text_or_error(gj_context js, int err, const char *text, size_t size) {
  return err != 0 ? gj_number(js, err) : gj_string_utf8(js, text, size);
}

GJ_FUNCTION(hostname) {
  char room[UV_MAXHOSTNAMESIZE];
  size_t size = sizeof(room);
  int err = uv_os_gethostname(room, &size);
  return text_or_error(js, err, room, size);
}

GJ_FUNCTION(homedir) {
  char room[4096];
  size_t size = sizeof(room);
  int err = uv_os_homedir(room, &size);
  return text_or_error(js, err, room, size);
}

/* uname(): [sysname, version, release, machine] */
GJ_FUNCTION(names) {
  uv_utsname_t name;
  int err = uv_os_uname(&name);
  if (err != 0) {
    gj_throw(js, exception, uv_strerror(err));
    return gj_undefined(js);
  }
  gj_value values[] = {gj_string(js, name.sysname), gj_string(js, name.version),
                       gj_string(js, name.release), gj_string(js, name.machine)};
  return gj_array(js, 4, values);
}

GJ_FUNCTION(uptime) {
  double seconds;
  int err = uv_uptime(&seconds);
  return gj_number(js, err != 0 ? err : seconds);
}

GJ_FUNCTION(freemem) { return gj_number(js, (double)uv_get_free_memory()); }

GJ_FUNCTION(totalmem) { return gj_number(js, (double)uv_get_total_memory()); }

GJ_FUNCTION(parallelism) { return gj_number(js, uv_available_parallelism()); }

GJ_FUNCTION(loadavg) {
  double average[3];
  uv_loadavg(average);
  gj_value values[] = {gj_number(js, average[0]), gj_number(js, average[1]),
                       gj_number(js, average[2])};
  return gj_array(js, 3, values);
}

/* cpus(): [model, speed, user, nice, sys, idle, irq] of each. */
GJ_FUNCTION(cpus) {
  uv_cpu_info_t *infos;
  int count;
  int err = uv_cpu_info(&infos, &count);
  if (err != 0) {
    return gj_number(js, err);
  }
  gj_object list = gj_array(js, 0, NULL);
  for (int i = 0; i < count; i++) {
    const struct uv_cpu_times_s *times = &infos[i].cpu_times;
    gj_value values[] = {
        gj_string(js, infos[i].model),      gj_number(js, infos[i].speed),
        gj_number(js, (double)times->user), gj_number(js, (double)times->nice),
        gj_number(js, (double)times->sys),  gj_number(js, (double)times->idle),
        gj_number(js, (double)times->irq),
    };
    gj_set_index(js, list, (unsigned)i, gj_array(js, 7, values));
  }
  uv_free_cpu_info(infos, count);
  return list;
}

/* networkInterfaces(): [name, address, netmask, is IPv6, mac, is internal, scope] of each. */
GJ_FUNCTION(interfaces) {
  uv_interface_address_t *addresses;
  int count;
  int err = uv_interface_addresses(&addresses, &count);
  if (err != 0) {
    return gj_number(js, err);
  }
  gj_object list = gj_array(js, 0, NULL);
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
    gj_value values[] = {
        gj_string(js, one->name),
        gj_string(js, address),
        gj_string(js, netmask),
        gj_bool(js, six),
        gj_string(js, mac),
        gj_bool(js, one->is_internal),
        gj_number(js, six ? one->address.address6.sin6_scope_id : 0),
    };
    gj_set_index(js, list, (unsigned)i, gj_array(js, 7, values));
  }
  uv_free_interface_addresses(addresses, count);
  return list;
}

/* setPriority(pid, priority) */
GJ_FUNCTION(set_priority) {
  return gj_number(js, uv_os_setpriority(gj_to_int32(js, argv[0]), gj_to_int32(js, argv[1])));
}

/* getPriority(pid): [error, priority] */
GJ_FUNCTION(get_priority) {
  int priority = 0;
  int err = uv_os_getpriority(gj_to_int32(js, argv[0]), &priority);
  gj_value values[] = {gj_number(js, err), gj_number(js, priority)};
  return gj_array(js, 2, values);
}

/* userInfo(): [uid, gid, username, homedir, shell] */
GJ_FUNCTION(user_info) {
  uv_passwd_t user;
  int err = uv_os_get_passwd(&user);
  if (err != 0) {
    return gj_number(js, err);
  }
  gj_value values[] = {
      gj_number(js, (double)(int64_t)user.uid),
      gj_number(js, (double)(int64_t)user.gid),
      gj_string(js, user.username),
      gj_string(js, user.homedir),
      user.shell == NULL ? gj_null(js) : gj_string(js, user.shell),
  };
  uv_os_free_passwd(&user);
  return gj_array(js, 5, values);
}

static void set_group(gj_context js, gj_object binding, const char *name,
                      const gj_constant constants[]) {
  gj_object group = gj_object_new(js);
  gj_set_constants(js, group, constants);
  gj_set(js, binding, name, group);
}

gj_object gj_bind_os(gj_context js) {
  static const gj_export exports[] = {
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
  gj_object binding = gj_object_new(js);
  gj_set_exports(js, binding, exports);
  gj_set_number(js, binding, "UV_UDP_REUSEADDR", UV_UDP_REUSEADDR);
  set_group(js, binding, "dlopen", loading);
  set_group(js, binding, "errno", errors);
  set_group(js, binding, "signals", signals);
  set_group(js, binding, "priority", priorities);
  return binding;
}
