/* SPDX-License-Identifier: MIT */
/* The system's names, its uptime and its load. Programs call it. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>
#include <time.h>
#include <unistd.h>

#include "base/buffer.h"
#include "os/procfile.h"
#include "uv.h"

int uv_os_gethostname(char *buffer, size_t *size) {
  int err = gy_buffer_check(buffer, size);
  if (err != 0) {
    return err;
  }
  char name[UV_MAXHOSTNAMESIZE];
  if (gethostname(name, sizeof(name)) != 0) {
    return -errno;
  }
  return gy_buffer_put(buffer, size, name, strnlen(name, sizeof(name) - 1));
}

int uv_os_uname(uv_utsname_t *buffer) {
  if (buffer == NULL) {
    return UV_EINVAL;
  }
  struct utsname name;
  if (uname(&name) != 0) {
    return -errno;
  }
  _Static_assert(sizeof(name.sysname) <= sizeof(buffer->sysname), "the names fit");
  strcpy(buffer->sysname, name.sysname);
  strcpy(buffer->release, name.release);
  strcpy(buffer->version, name.version);
  strcpy(buffer->machine, name.machine);
  return 0;
}

/* The file comes before the clock: containers with their own time replace the file. */
int uv_uptime(double *uptime) {
  char text[64];
  const char *at = text;
  if (gy_procfile_read("", "/proc/uptime", text, sizeof(text)) == 0 &&
      gy_procfile_decimal(&at, uptime)) {
    return 0;
  }
  struct timespec now;
  if (clock_gettime(CLOCK_BOOTTIME, &now) != 0) {
    return -errno;
  }
  *uptime = (double)now.tv_sec + (double)now.tv_nsec / 1e9;
  return 0;
}

/* The file first, for the same reason. */
void uv_loadavg(double *avg) {
  char text[64];
  const char *at = text;
  if (gy_procfile_read("", "/proc/loadavg", text, sizeof(text)) == 0 &&
      gy_procfile_decimal(&at, &avg[0]) && gy_procfile_decimal(&at, &avg[1]) &&
      gy_procfile_decimal(&at, &avg[2])) {
    return;
  }
  if (getloadavg(avg, 3) != 3) {
    avg[0] = avg[1] = avg[2] = 0;
  }
}
