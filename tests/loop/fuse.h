/* SPDX-License-Identifier: MIT */
/*
 * A slow file system: mounted in a namespace of its own and served by a child process. It has one
 * file, "file", of FUSE_SIZE bytes. Opening, stat, reading and closing it take FUSE_SLOW_MS each.
 * The kernel caches the path to the file, so that only these operations reach the server.
 */
#ifndef GY_TEST_FUSE_H
#define GY_TEST_FUSE_H

#include <errno.h>
#include <fcntl.h>
#include <linux/fuse.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

#include "check.h"

enum { FUSE_SLOW_MS = 300, FUSE_SIZE = 4096, FUSE_FILE_ID = 2 };

static inline void fuse_fill(struct fuse_attr *attr, uint64_t id) {
  *attr = (struct fuse_attr){.ino = id,
                             .mode = id == FUSE_FILE_ID ? S_IFREG | 0600 : S_IFDIR | 0700,
                             .nlink = 1,
                             .size = id == FUSE_FILE_ID ? FUSE_SIZE : 0,
                             .blksize = 4096};
}

/* Answers one request. Returns the length of the answer, or a negative errno. */
static inline int fuse_answer(const struct fuse_in_header *question, void *answer) {
  switch (question->opcode) {
    case FUSE_INIT: {
      struct fuse_init_out *out = answer;
      *out = (struct fuse_init_out){
          .major = 7, .minor = 31, .max_readahead = 65536, .max_write = 65536, .max_pages = 16};
      return (int)sizeof(*out);
    }
    case FUSE_LOOKUP: {
      struct fuse_entry_out *out = answer;
      if (strcmp((const char *)(question + 1), "file") != 0) {
        return -ENOENT;
      }
      *out = (struct fuse_entry_out){.nodeid = FUSE_FILE_ID, .entry_valid = 3600};
      fuse_fill(&out->attr, FUSE_FILE_ID);
      return (int)sizeof(*out);
    }
    case FUSE_GETATTR: {
      struct fuse_attr_out *out = answer;
      *out = (struct fuse_attr_out){0};
      fuse_fill(&out->attr, question->nodeid);
      return (int)sizeof(*out);
    }
    case FUSE_OPEN:
    case FUSE_OPENDIR:
      *(struct fuse_open_out *)answer = (struct fuse_open_out){0};
      return (int)sizeof(struct fuse_open_out);
    case FUSE_STATFS:
      *(struct fuse_statfs_out *)answer = (struct fuse_statfs_out){0};
      return (int)sizeof(struct fuse_statfs_out);
    case FUSE_READ:
      memset(answer, 'x', FUSE_SIZE);
      return FUSE_SIZE;
    case FUSE_FLUSH:
    case FUSE_RELEASE:
    case FUSE_RELEASEDIR:
    case FUSE_ACCESS:
      return 0;
    default:
      return -ENOSYS;
  }
}

static inline void fuse_serve(int device) {
  static _Alignas(8) char question[1 << 17];
  static _Alignas(8) char answer[FUSE_SIZE];
  for (;;) {
    ssize_t length = read(device, question, sizeof(question));
    if (length < 0 && (errno == EINTR || errno == ENOENT || errno == EAGAIN)) {
      continue;
    }
    if (length <= 0) {
      _exit(0); /* unmounted */
    }
    const struct fuse_in_header *header = (const struct fuse_in_header *)question;
    if (header->opcode == FUSE_FORGET || header->opcode == FUSE_BATCH_FORGET ||
        header->opcode == FUSE_INTERRUPT) {
      continue;
    }
    bool slow = header->nodeid == FUSE_FILE_ID &&
                (header->opcode == FUSE_OPEN || header->opcode == FUSE_GETATTR ||
                 header->opcode == FUSE_READ || header->opcode == FUSE_FLUSH);
    if (slow) {
      usleep(FUSE_SLOW_MS * 1000);
    }
    int size = fuse_answer(header, answer);
    struct fuse_out_header out = {.unique = header->unique, .error = size < 0 ? size : 0};
    out.len = (uint32_t)(sizeof(out) + (size < 0 ? 0 : (size_t)size));
    struct iovec parts[] = {{&out, sizeof(out)}, {answer, size < 0 ? 0 : (size_t)size}};
    if (writev(device, parts, 2) < 0 && errno != ENOENT) {
      _exit(1);
    }
  }
}

/* Mounts it on DIRECTORY, or ends the test as skipped. The child ends when we do. */
static inline pid_t fuse_begin(const char *directory) {
  char options[128];
  int device = open("/dev/fuse", O_RDWR | O_CLOEXEC);
  if (device < 0 || unshare(CLONE_NEWNS) != 0 ||
      mount(NULL, "/", NULL, MS_REC | MS_PRIVATE, NULL) != 0) {
    SKIP("no permission to use FUSE here");
  }
  snprintf(options, sizeof(options), "fd=%d,rootmode=40000,user_id=%u,group_id=%u", device,
           (unsigned)getuid(), (unsigned)getgid());
  if (mount("slow", directory, "fuse", MS_NOSUID | MS_NODEV, options) != 0) {
    SKIP("FUSE cannot be mounted here");
  }
  pid_t child = fork();
  CHECK(child >= 0);
  if (child == 0) {
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    fuse_serve(device);
  }
  close(device);
  return child;
}

#endif
