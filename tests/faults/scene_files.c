/* SPDX-License-Identifier: MIT */
/* Every file request, one after the other: with callbacks, and once more without. */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "scene.h"

enum { PARTS = 6, PART = 50, DATA = PARTS * PART, ENTRIES = 2 };

/* In the order in which they happen. The comment says what the request leaves behind. */
enum {
  MKDIR, /* d */
  OPEN,  /* d/a */
  WRITE_AT,
  WRITE_PARTS,
  WRITE_ON,
  FSYNC,
  FDATASYNC,
  READ_AT,
  READ_PARTS,
  FSTAT,
  FTRUNCATE,
  FUTIME,
  FCHMOD,
  FCHOWN,
  STAT,
  LSTAT,
  STATFS,
  ACCESS,
  CHMOD,
  CHOWN,
  LCHOWN,
  UTIME,
  LUTIME,
  LINK,    /* d/b */
  SYMLINK, /* d/c */
  READLINK,
  REALPATH,
  RENAME,   /* d/b is d/e */
  COPYFILE, /* d/f */
  OPEN_OUT,
  SENDFILE,
  CLOSE_OUT,
  MKDTEMP, /* t */
  MKSTEMP, /* m */
  CLOSE_TEMPORARY,
  SCANDIR,
  OPENDIR,
  READDIR,
  CLOSEDIR,
  UNLINK,
  RMDIR_TEMPORARY,
  CLOSE,
  STEPS
};

static struct {
  uv_loop_t *loop;
  uv_fs_t request;
  int step;
  uv_file file;
  uv_file other; /* -1: closed */
  uv_dir_t *dir;
  uv_dirent_t entries[ENTRIES];
  char data[DATA];
  char back[DATA];
  char temporary[256];
} s;

static unsigned cut(char *memory, uv_buf_t *parts) {
  for (unsigned i = 0; i < PARTS; i++) {
    parts[i] = uv_buf_init(memory + i * PART, PART);
  }
  return PARTS;
}

static int issue_data(int step, uv_loop_t *loop, uv_fs_t *request, uv_fs_cb cb) {
  uv_buf_t parts[PARTS];
  uv_buf_t whole = uv_buf_init(s.data, DATA);
  uv_buf_t back = uv_buf_init(s.back, DATA);
  switch (step) {
    case WRITE_AT:
      return uv_fs_write(loop, request, s.file, &whole, 1, 0, cb);
    case WRITE_PARTS:
      return uv_fs_write(loop, request, s.file, parts, cut(s.data, parts), 0, cb);
    case WRITE_ON:
      return uv_fs_write(loop, request, s.file, parts, cut(s.data, parts), -1, cb);
    case READ_AT:
      return uv_fs_read(loop, request, s.file, &back, 1, 0, cb);
    case READ_PARTS:
      return uv_fs_read(loop, request, s.file, parts, cut(s.back, parts), 0, cb);
    case FSYNC:
      return uv_fs_fsync(loop, request, s.file, cb);
    case FDATASYNC:
      return uv_fs_fdatasync(loop, request, s.file, cb);
    case FSTAT:
      return uv_fs_fstat(loop, request, s.file, cb);
    case FTRUNCATE:
      return uv_fs_ftruncate(loop, request, s.file, DATA / 2, cb);
    case FUTIME:
      return uv_fs_futime(loop, request, s.file, 1, 1, cb);
    case FCHMOD:
      return uv_fs_fchmod(loop, request, s.file, 0600, cb);
    case FCHOWN:
      return uv_fs_fchown(loop, request, s.file, getuid(), getgid(), cb);
    default:
      return UV_ENOSYS;
  }
}

static int issue_path(int step, uv_loop_t *loop, uv_fs_t *request, uv_fs_cb cb) {
  const char *path = scene_path("d/a");
  switch (step) {
    case STAT:
      return uv_fs_stat(loop, request, path, cb);
    case LSTAT:
      return uv_fs_lstat(loop, request, path, cb);
    case STATFS:
      return uv_fs_statfs(loop, request, path, cb);
    case ACCESS:
      return uv_fs_access(loop, request, path, R_OK, cb);
    case CHMOD:
      return uv_fs_chmod(loop, request, path, 0640, cb);
    case CHOWN:
      return uv_fs_chown(loop, request, path, getuid(), getgid(), cb);
    case LCHOWN:
      return uv_fs_lchown(loop, request, path, getuid(), getgid(), cb);
    case UTIME:
      return uv_fs_utime(loop, request, path, 1, 1, cb);
    case LUTIME:
      return uv_fs_lutime(loop, request, path, 1, 1, cb);
    case LINK:
      return uv_fs_link(loop, request, path, scene_path("d/b"), cb);
    case SYMLINK:
      return uv_fs_symlink(loop, request, path, scene_path("d/c"), 0, cb);
    case READLINK:
      return uv_fs_readlink(loop, request, scene_path("d/c"), cb);
    case REALPATH:
      return uv_fs_realpath(loop, request, scene_path("d/c"), cb);
    case RENAME:
      return uv_fs_rename(loop, request, scene_path("d/b"), scene_path("d/e"), cb);
    case COPYFILE:
      return uv_fs_copyfile(loop, request, path, scene_path("d/f"), 0, cb);
    case UNLINK:
      return uv_fs_unlink(loop, request, scene_path("d/e"), cb);
    default:
      return issue_data(step, loop, request, cb);
  }
}

static int issue(int step, uv_loop_t *loop, uv_fs_t *request, uv_fs_cb cb) {
  switch (step) {
    case MKDIR:
      return uv_fs_mkdir(loop, request, scene_path("d"), 0700, cb);
    case OPEN:
      return uv_fs_open(loop, request, scene_path("d/a"), O_RDWR | O_CREAT, 0600, cb);
    case OPEN_OUT:
      return uv_fs_open(loop, request, scene_path("d/g"), O_WRONLY | O_CREAT, 0600, cb);
    case SENDFILE:
      return uv_fs_sendfile(loop, request, s.other, s.file, 0, DATA / 2, cb);
    case CLOSE_OUT:
    case CLOSE_TEMPORARY:
      return uv_fs_close(loop, request, s.other, cb);
    case CLOSE:
      return uv_fs_close(loop, request, s.file, cb);
    case MKDTEMP:
      return uv_fs_mkdtemp(loop, request, scene_path("t-XXXXXX"), cb);
    case MKSTEMP:
      return uv_fs_mkstemp(loop, request, scene_path("m-XXXXXX"), cb);
    case RMDIR_TEMPORARY:
      return uv_fs_rmdir(loop, request, s.temporary, cb);
    case SCANDIR:
      return uv_fs_scandir(loop, request, scene_path("d"), 0, cb);
    case OPENDIR:
      return uv_fs_opendir(loop, request, scene_path("d"), cb);
    case READDIR:
      s.dir->dirents = s.entries;
      s.dir->nentries = ENTRIES;
      return uv_fs_readdir(loop, request, s.dir, cb);
    case CLOSEDIR:
      return uv_fs_closedir(loop, request, s.dir, cb);
    default:
      return issue_path(step, loop, request, cb);
  }
}

/* Whatever close returns, the descriptor is gone. */
static void forget_closed(int step) {
  if (step == CLOSE) {
    s.file = -1;
  } else if (step == CLOSE_OUT || step == CLOSE_TEMPORARY) {
    s.other = -1;
  } else if (step == CLOSEDIR) {
    s.dir = NULL;
  }
}

static void check_read(long count) {
  if (count < 1 || memcmp(s.back, s.data, (size_t)count) != 0) {
    scene_wrong("the data read is not what was written");
  }
}

static void take_answer(int step, uv_fs_t *request) {
  uv_dirent_t entry;
  int entries = 0;
  long result = (long)request->result;
  switch (step) {
    case OPEN:
      s.file = (uv_file)result;
      break;
    case OPEN_OUT:
    case MKSTEMP:
      s.other = (uv_file)result;
      break;
    case WRITE_AT:
    case WRITE_PARTS:
    case WRITE_ON:
      if (result != DATA) {
        scene_wrong("a write left something out");
      }
      break;
    case READ_AT:
    case READ_PARTS:
      check_read(result);
      break;
    case MKDTEMP:
      snprintf(s.temporary, sizeof(s.temporary), "%s", request->path);
      break;
    case OPENDIR:
      s.dir = request->ptr;
      break;
    case SCANDIR:
      while (uv_fs_scandir_next(request, &entry) == 0) {
        entries++;
      }
      if (entries != 5 || result != entries) {
        scene_wrong("a directory has other entries");
      }
      break;
    default:
      break;
  }
}

/* True if the next step may follow. */
static bool finish(int step, uv_fs_t *request, long result) {
  forget_closed(step);
  bool good = scene_ok(result);
  if (good) {
    take_answer(step, request);
  }
  uv_fs_req_cleanup(request);
  if (good) {
    scene_goal();
  }
  return good;
}

static void go_on(void);

static void on_done(uv_fs_t *request) {
  int step = s.step++;
  bool matters = scene_ended(request);
  if (!matters && request->result >= 0) {
    take_answer(step, request); /* it succeeded nevertheless */
    forget_closed(step);
  }
  if (!matters) {
    uv_fs_req_cleanup(request);
  } else if (finish(step, request, request->result)) {
    go_on();
  }
}

static void go_on(void) {
  if (s.step < STEPS) {
    scene_began(&s.request, issue(s.step, s.loop, &s.request, on_done));
  }
}

static void begin(uv_loop_t *loop) {
  s.loop = loop;
  s.file = s.other = -1;
  for (size_t i = 0; i < DATA; i++) {
    s.data[i] = scene_byte(i);
  }
  go_on();
}

static void begin_at_once(uv_loop_t *loop) {
  (void)loop;
  s.file = s.other = -1;
  for (size_t i = 0; i < DATA; i++) {
    s.data[i] = scene_byte(i);
  }
  bool good = true;
  for (int step = 0; step < STEPS && good; step++) {
    int result = issue(step, NULL, &s.request, NULL);
    if (result != s.request.result) {
      scene_wrong("the returned value is not the result in the request");
    }
    good = finish(step, &s.request, result);
  }
}

static void end(void) {
  uv_fs_t request;
  if (s.dir != NULL) {
    uv_fs_closedir(NULL, &request, s.dir, NULL);
    uv_fs_req_cleanup(&request);
  }
  if (s.file >= 0) {
    close(s.file);
  }
  if (s.other >= 0) {
    close(s.other);
  }
}

const scene scene_files = {.name = "files", .goals = STEPS, .begin = begin, .end = end};
const scene scene_files_at_once = {
    .name = "files_at_once", .goals = STEPS, .begin = begin_at_once, .end = end};
