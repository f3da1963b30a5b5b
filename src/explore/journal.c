/* SPDX-License-Identifier: MIT */
/*
 * The journal (journal.h describes its form). Events of several loops are in one journal, in the
 * order in which they came. All of this is off unless a journal is requested, and need not be fast.
 */
#include "explore/journal.h"

#include <fcntl.h>
#include <inttypes.h>
#include <netinet/in.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "explore/choose.h"
#include "explore/quiet.h"
#include "os/virtual.h"
#include "trace/sites.h"
#include "work/fs.h"

#define THINGS 1024   /* requests that can be tracked at a time; more are not recorded */
#define SPEAKERS 4096 /* pairs of ports */
#define TOUCHES_MAX 1200

typedef struct {
  const gy_request *request; /* NULL: free */
  unsigned cause;
  unsigned before; /* its start */
  unsigned occurrence;
  unsigned event; /* its end */
  char touches[TOUCHES_MAX];
} thing;

bool gy_journal_on;

static struct {
  pthread_mutex_t lock;
  int fd;
  unsigned count;
  thing things[THINGS];
  struct {
    uint64_t ports;
    unsigned event;
  } speakers[SPEAKERS];
} journal = {.lock = PTHREAD_MUTEX_INITIALIZER, .fd = -1};

static _Thread_local unsigned now __attribute__((tls_model("initial-exec")));

void gy_journal_open(int fd) {
  journal.fd = fd;
  fcntl(fd, F_SETFD, FD_CLOEXEC);
  gy_sites_start();
  gy_journal_on = true;
}

/* Tabs and line ends separate members and lines. */
static void plain(char *text) {
  for (; *text != 0; text++) {
    *text = *text == '\t' || *text == '\n' ? ' ' : *text;
  }
}

/* Under the lock. */
static unsigned put(const gy_journal_line *line) {
  char place[GY_SITE_TEXT];
  char text[TOUCHES_MAX + GY_SITE_TEXT + 256];
  place[0] = 0;
  if (line->subject != NULL) {
    gy_sites_tell(line->subject, place);
  } else if (line->place != NULL) {
    strncat(place, line->place, sizeof(place) - 1);
  }
  plain(place);
  unsigned number = ++journal.count;
  int length = snprintf(text, sizeof(text), "%u\t%" PRIu64 "\t%s\t%s\t%u\t%u\t%u\t%s\t%s\n", number,
                        gy_virtual_now(), line->what, line->label, line->occurrence, line->cause,
                        line->before, line->touches == NULL ? "" : line->touches, place);
  if (length >= (int)sizeof(text)) {
    length = (int)sizeof(text) - 1;
    text[length - 1] = '\n';
  }
  if (write(journal.fd, text, (size_t)length) != length) {
    gy_journal_on = false; /* nobody reads it any more */
  }
  return number;
}

unsigned gy_journal_event(const gy_journal_line *line) {
  if (!gy_journal_on) {
    return 0;
  }
  pthread_mutex_lock(&journal.lock);
  unsigned number = put(line);
  pthread_mutex_unlock(&journal.lock);
  return number;
}

void gy_journal_enter(unsigned event) { now = event; }

unsigned gy_journal_now(void) { return now; }

/* ---- Requests -------------------------------------------------------------------------------- */

static thing *thing_of(const gy_request *request) {
  for (unsigned i = 0; i < THINGS; i++) {
    if (journal.things[i].request == request) {
      return &journal.things[i];
    }
  }
  return NULL;
}

/* What a file operation does to its path: 'w' changes it. */
static char mode_of(const gy_fs *fs) {
  switch (fs->fs_type) {
    case UV_FS_OPEN:
      return (fs->flags & (O_CREAT | O_TRUNC)) != 0 ? 'w' : 'r';
    case UV_FS_CLOSE:
      return 'c';
    case UV_FS_READ:
    case UV_FS_STAT:
    case UV_FS_LSTAT:
    case UV_FS_FSTAT:
    case UV_FS_ACCESS:
    case UV_FS_SCANDIR:
    case UV_FS_READLINK:
    case UV_FS_REALPATH:
    case UV_FS_COPYFILE:
    case UV_FS_OPENDIR:
    case UV_FS_READDIR:
    case UV_FS_CLOSEDIR:
    case UV_FS_STATFS:
    case UV_FS_FSYNC:
    case UV_FS_FDATASYNC:
      return 'r';
    default:
      return 'w';
  }
}

static bool has_descriptor(const gy_fs *fs) {
  switch (fs->fs_type) {
    case UV_FS_CLOSE:
    case UV_FS_READ:
    case UV_FS_WRITE:
    case UV_FS_SENDFILE:
    case UV_FS_FSTAT:
    case UV_FS_FTRUNCATE:
    case UV_FS_FUTIME:
    case UV_FS_FCHMOD:
    case UV_FS_FCHOWN:
    case UV_FS_FSYNC:
    case UV_FS_FDATASYNC:
      return true;
    default:
      return false;
  }
}

static void describe_file(const gy_fs *fs, char *text, size_t room) {
  char path[512];
  char mode = mode_of(fs);
  if (has_descriptor(fs)) {
    char link[40];
    snprintf(link, sizeof(link), "/proc/self/fd/%d", fs->file);
    ssize_t length = readlink(link, path, sizeof(path) - 1);
    path[length < 0 ? 0 : length] = 0;
    snprintf(text, room, "%c:descriptor %d|%c:%s", mode, fs->file, mode == 'w' ? 'w' : 'r', path);
  } else if (fs->path != NULL && fs->new_path != NULL) {
    snprintf(text, room, "%c:%.500s|w:%.500s", mode, fs->path, fs->new_path);
  } else if (fs->path != NULL) {
    snprintf(text, room, "%c:%.500s", mode, fs->path);
  }
  plain(text);
}

void gy_journal_submitted(const gy_request *request) {
  if (!gy_journal_on) {
    return;
  }
  pthread_mutex_lock(&journal.lock);
  thing *one = thing_of(NULL);
  if (one != NULL) {
    memset(one, 0, sizeof(*one));
    one->request = request;
    one->cause = now;
    if (request->type == UV_FS) {
      describe_file((const gy_fs *)request, one->touches, sizeof(one->touches));
    }
  }
  pthread_mutex_unlock(&journal.lock);
}

void gy_journal_decided(const gy_request *request, unsigned occurrence) {
  if (!gy_journal_on) {
    return;
  }
  pthread_mutex_lock(&journal.lock);
  thing *one = thing_of(request);
  if (one != NULL) {
    one->occurrence = occurrence;
  }
  pthread_mutex_unlock(&journal.lock);
}

void gy_journal_passed(const gy_request *request, const char *what, const char *label) {
  if (!gy_journal_on) {
    return;
  }
  pthread_mutex_lock(&journal.lock);
  thing *one = thing_of(request);
  if (one != NULL) {
    gy_journal_line line = {.what = what,
                            .label = label,
                            .occurrence = one->occurrence,
                            .cause = one->cause,
                            .before = one->before,
                            .touches = one->touches,
                            .subject = request};
    one->event = one->before = put(&line);
  }
  pthread_mutex_unlock(&journal.lock);
}

void gy_journal_called(const gy_request *request) {
  if (!gy_journal_on) {
    return;
  }
  pthread_mutex_lock(&journal.lock);
  thing *one = thing_of(request);
  if (one != NULL) {
    now = one->event;
    one->request = NULL;
  }
  pthread_mutex_unlock(&journal.lock);
}

/* ---- Sockets --------------------------------------------------------------------------------- */

static unsigned port_of(int fd, int (*get)(int fd, struct sockaddr *name, socklen_t *size)) {
  struct sockaddr_storage name;
  socklen_t size = sizeof(name);
  if (get(fd, (struct sockaddr *)&name, &size) != 0) {
    return 0;
  }
  unsigned port = name.ss_family == AF_INET    ? ((struct sockaddr_in *)&name)->sin_port
                  : name.ss_family == AF_INET6 ? ((struct sockaddr_in6 *)&name)->sin6_port
                                               : 0;
  return ntohs((uint16_t)port);
}

/* The same number for both ends of a connection; for a listener only its port. 0: no ports. */
static uint64_t ports_of(int fd) {
  unsigned own = port_of(fd, getsockname);
  unsigned other = port_of(fd, getpeername);
  unsigned less = own < other ? own : other;
  return (uint64_t)less << 16 | (own ^ other ^ less);
}

const char *gy_journal_descriptor(int fd, char text[64]) {
  uint64_t ports = ports_of(fd);
  if (ports == 0) {
    return NULL;
  }
  snprintf(text, 64, ports >> 16 == 0 ? "r:port %" PRIu64 : "r:port %" PRIu64 "-%" PRIu64,
           ports >> 16 == 0 ? ports & 0xffff : ports >> 16, ports & 0xffff);
  return text;
}

static unsigned *speaker_of(uint64_t ports) {
  unsigned place = (unsigned)((ports * UINT64_C(0x9e3779b97f4a7c15)) >> 52);
  for (unsigned i = 0; i < SPEAKERS; i++, place = (place + 1) % SPEAKERS) {
    if (journal.speakers[place].ports == 0 || journal.speakers[place].ports == ports) {
      journal.speakers[place].ports = ports;
      return &journal.speakers[place].event;
    }
  }
  return NULL;
}

/* A descriptor without ports follows the current event. */
unsigned gy_journal_speaker(int fd) {
  uint64_t ports = gy_journal_on ? ports_of(fd) : 0;
  if (ports == 0) {
    return now;
  }
  pthread_mutex_lock(&journal.lock);
  const unsigned *event = speaker_of(ports);
  unsigned found = event == NULL ? now : *event;
  pthread_mutex_unlock(&journal.lock);
  return found;
}

/* Under the lock. */
static void spoke(uint64_t ports) {
  unsigned *event = ports == 0 ? NULL : speaker_of(ports);
  if (event != NULL) {
    *event = now;
  }
}

void gy_choose_spoke(int fd, bool connects) {
  if (connects) {
    gy_peers_connects();
  }
  if (gy_journal_on && fd >= 0) {
    uint64_t ports = ports_of(fd);
    unsigned peer = connects ? port_of(fd, getpeername) : 0;
    pthread_mutex_lock(&journal.lock);
    spoke(ports);
    spoke(peer); /* the listener there */
    pthread_mutex_unlock(&journal.lock);
  }
}

/* ---- For runtimes ---------------------------------------------------------------------------- */

int gyre_explore_is_told(void) { return gy_journal_on; }

unsigned int gyre_explore_event(void) { return now; }

unsigned int gyre_explore_tell(const char *what, const char *label, unsigned int cause,
                               const char *place) {
  if (!gy_journal_on) {
    return 0;
  }
  gy_journal_line line = {.what = what, .label = label, .cause = cause, .place = place};
  unsigned number = gy_journal_event(&line);
  if (strcmp(what, "set") != 0) {
    now = number;
  }
  return number;
}
