/* SPDX-License-Identifier: MIT */
/* The file system, for js/lib/internal/fs: how a call is made, and the operations that take paths,
 * descriptors and bytes. Which operation it is, is a number, so that a few functions serve all. */
#include "bind/fs.h"

#include <stdlib.h>
#include <string.h>

#include "engine/memory.h"

static _Thread_local int pending; /* calls that the loop has */

static void tell(gy_fscall *fs, gy_value result) {
  gy_runtime *runtime = fs->runtime;
  gy_object done = gy_pin_object(&fs->done);
  gy_pin_free(&fs->done);
  gy_pin_free(&fs->bytes);
  free(fs->entries);
  free(fs);
  pending--;
  gy_enter(runtime, done, 1, &result);
}

static void on_done(uv_fs_t *uv) {
  gy_fscall *fs = (gy_fscall *)uv;
  gy_value result = gy_fscall_result(fs->runtime->js, fs);
  uv_fs_req_cleanup(uv);
  tell(fs, result);
}

static void on_refused(gy_later *later) {
  gy_fscall *fs = (gy_fscall *)((char *)later - offsetof(gy_fscall, later));
  tell(fs, gy_number(fs->runtime->js, fs->error));
}

gy_fscall *gy_fscall_begin(gy_context js, gy_value done, gy_fscall *room) {
  gy_fscall *fs = room;
  bool async = gy_is_object(js, done);
  if (async) {
    fs = gy_memory_bound(NULL, sizeof(*fs), "a request");
    pending++;
  }
  fs->runtime = gy_runtime_self();
  fs->on_done = async ? on_done : NULL;
  fs->done =
      async ? gy_pin_brief(js, gy_async_once(js, done, "FSREQCALLBACK")) : (gy_pin){.value = NULL};
  fs->bytes = (gy_pin){.value = NULL};
  fs->raw = fs->types = false;
  fs->entries = NULL;
  return fs;
}

gy_value gy_fscall_refuse(gy_context js, gy_fscall *fs, int err) {
  if (fs->on_done == NULL) {
    free(fs->entries);
    return gy_number(js, err);
  }
  fs->error = err;
  gy_later_call(&fs->later, on_refused);
  return gy_undefined(js);
}

gy_value gy_fscall_end(gy_context js, gy_fscall *fs, int err) {
  if (fs->on_done != NULL) {
    return err < 0 ? gy_fscall_refuse(js, fs, err) : gy_undefined(js);
  }
  gy_value result = err < 0 ? gy_number(js, err) : gy_fscall_result(js, fs);
  uv_fs_req_cleanup(&fs->uv);
  free(fs->entries);
  return result;
}

void gy_fscall_path(gy_context js, gy_value value, gy_text *path) {
  gy_bytes bytes;
  if (gy_is_string(js, value) || !gy_bytes_get(js, value, &bytes)) {
    gy_text_get(js, value, path);
    return;
  }
  path->size = bytes.size;
  path->data = bytes.size < sizeof(path->room) ? path->room
                                               : gy_memory_bound(NULL, bytes.size + 1, "a path");
  memcpy(path->data, bytes.data, bytes.size);
  path->data[bytes.size] = 0;
}

/* The operations, by the number that JavaScript passes. */
enum {
  ACCESS,
  CHMOD,
  CHOWN,
  LCHOWN,
  LSTAT,
  LUTIME,
  MKDIR,
  MKDTEMP,
  OPEN,
  OPENDIR,
  READLINK,
  REALPATH,
  RMDIR,
  SCANDIR,
  STAT,
  STATFS,
  UNLINK,
  UTIME,
  COPYFILE,
  LINK,
  RENAME,
  SYMLINK,
  CLOSE,
  FCHMOD,
  FCHOWN,
  FDATASYNC,
  FSTAT,
  FSYNC,
  FTRUNCATE,
  FUTIME,
};

static double number(gy_context js, size_t argc, const gy_value argv[], size_t at) {
  return at < argc ? gy_to_number(js, argv[at]) : 0;
}

static int start_path(gy_fscall *fs, int op, const char *path, double a, double b) {
  uv_loop_t *loop = fs->runtime->loop;
  uv_fs_t *uv = &fs->uv;
  uv_fs_cb done = fs->on_done;
  switch (op) {
    case ACCESS:
      return uv_fs_access(loop, uv, path, (int)a, done);
    case CHMOD:
      return uv_fs_chmod(loop, uv, path, (int)a, done);
    case CHOWN:
      return uv_fs_chown(loop, uv, path, (uv_uid_t)(int64_t)a, (uv_gid_t)(int64_t)b, done);
    case LCHOWN:
      return uv_fs_lchown(loop, uv, path, (uv_uid_t)(int64_t)a, (uv_gid_t)(int64_t)b, done);
    case LUTIME:
      return uv_fs_lutime(loop, uv, path, a, b, done);
    case UTIME:
      return uv_fs_utime(loop, uv, path, a, b, done);
    case MKDIR:
      return uv_fs_mkdir(loop, uv, path, (int)a, done);
    case OPEN:
      return uv_fs_open(loop, uv, path, (int)a, (int)b, done);
    case RMDIR:
      return uv_fs_rmdir(loop, uv, path, done);
    case UNLINK:
      return uv_fs_unlink(loop, uv, path, done);
    case OPENDIR:
      return uv_fs_opendir(loop, uv, path, done);
  }
  fs->raw = a != 0; /* those that remain give names or stats */
  switch (op) {
    case MKDTEMP:
      return uv_fs_mkdtemp(loop, uv, path, done);
    case READLINK:
      return uv_fs_readlink(loop, uv, path, done);
    case REALPATH:
      return uv_fs_realpath(loop, uv, path, done);
    case SCANDIR:
      fs->types = b != 0;
      return uv_fs_scandir(loop, uv, path, 0, done);
    case STAT:
      return uv_fs_stat(loop, uv, path, done);
    case LSTAT:
      return uv_fs_lstat(loop, uv, path, done);
    case STATFS:
      return uv_fs_statfs(loop, uv, path, done);
    default:
      return UV_ENOSYS;
  }
}

/* path(done, op, path, a, b): the numbers are those of the operation; where it gives names or
 * stats, a is whether as bytes or BigInts, b whether with types. */
GY_FUNCTION(path_call) {
  gy_fscall room, *fs = gy_fscall_begin(js, argv[0], &room);
  gy_text path;
  gy_fscall_path(js, argv[2], &path);
  int err = start_path(fs, gy_to_int32(js, argv[1]), path.data, number(js, argc, argv, 3),
                       number(js, argc, argv, 4));
  gy_text_free(&path);
  return gy_fscall_end(js, fs, err);
}
GY_DIRECT(path_call)

static int start_paths(gy_fscall *fs, int op, const char *from, const char *to, int flags) {
  uv_loop_t *loop = fs->runtime->loop;
  uv_fs_t *uv = &fs->uv;
  uv_fs_cb done = fs->on_done;
  switch (op) {
    case COPYFILE:
      return uv_fs_copyfile(loop, uv, from, to, flags, done);
    case LINK:
      return uv_fs_link(loop, uv, from, to, done);
    case RENAME:
      return uv_fs_rename(loop, uv, from, to, done);
    case SYMLINK:
      return uv_fs_symlink(loop, uv, from, to, flags, done);
    default:
      return UV_ENOSYS;
  }
}

/* paths(done, op, from, to, flags) */
GY_FUNCTION(paths_call) {
  gy_fscall room, *fs = gy_fscall_begin(js, argv[0], &room);
  gy_text from, to;
  gy_fscall_path(js, argv[2], &from);
  gy_fscall_path(js, argv[3], &to);
  int err =
      start_paths(fs, gy_to_int32(js, argv[1]), from.data, to.data, (int)number(js, argc, argv, 4));
  gy_text_free(&from);
  gy_text_free(&to);
  return gy_fscall_end(js, fs, err);
}

static int start_file(gy_fscall *fs, int op, int fd, double a, double b) {
  uv_loop_t *loop = fs->runtime->loop;
  uv_fs_t *uv = &fs->uv;
  uv_fs_cb done = fs->on_done;
  switch (op) {
    case CLOSE:
      return uv_fs_close(loop, uv, fd, done);
    case FCHMOD:
      return uv_fs_fchmod(loop, uv, fd, (int)a, done);
    case FCHOWN:
      return uv_fs_fchown(loop, uv, fd, (uv_uid_t)(int64_t)a, (uv_gid_t)(int64_t)b, done);
    case FDATASYNC:
      return uv_fs_fdatasync(loop, uv, fd, done);
    case FSTAT:
      fs->raw = a != 0;
      return uv_fs_fstat(loop, uv, fd, done);
    case FSYNC:
      return uv_fs_fsync(loop, uv, fd, done);
    case FTRUNCATE:
      return uv_fs_ftruncate(loop, uv, fd, (int64_t)a, done);
    case FUTIME:
      return uv_fs_futime(loop, uv, fd, a, b, done);
    default:
      return UV_ENOSYS;
  }
}

/* file(done, op, fd, a, b) */
GY_FUNCTION(file_call) {
  gy_fscall room, *fs = gy_fscall_begin(js, argv[0], &room);
  int err = start_file(fs, gy_to_int32(js, argv[1]), gy_to_int32(js, argv[2]),
                       number(js, argc, argv, 3), number(js, argc, argv, 4));
  return gy_fscall_end(js, fs, err);
}
GY_DIRECT(file_call)

/* A position in a file: a number or a BigInt; negative is where the descriptor stands. */
static int64_t position(gy_context js, gy_value value) {
  return gy_is_nullish(js, value) ? -1 : gy_to_int64(js, value);
}

typedef int (*transfer)(uv_loop_t *, uv_fs_t *, uv_file, const uv_buf_t[], unsigned, int64_t,
                        uv_fs_cb);

enum { ONCE_MAX = 0x7ffff000 }; /* what the kernel takes at a time */

/* (done, fd, bytes, offset, length, position) */
static gy_value transfer_one(gy_context js, const gy_value argv[], transfer start) {
  gy_fscall room, *fs = gy_fscall_begin(js, argv[0], &room);
  gy_bytes bytes = {NULL, 0};
  gy_bytes_get(js, argv[2], &bytes);
  size_t offset = (size_t)gy_to_number(js, argv[3]);
  size_t length = (size_t)gy_to_number(js, argv[4]);
  if (offset > bytes.size || length > bytes.size - offset) {
    return gy_fscall_refuse(js, fs, UV_EINVAL);
  }
  uv_buf_t buf =
      uv_buf_init((char *)bytes.data + offset, (unsigned)(length < ONCE_MAX ? length : ONCE_MAX));
  if (fs->on_done != NULL) {
    fs->bytes = gy_pin_brief(js, argv[2]);
  }
  int err = start(fs->runtime->loop, &fs->uv, gy_to_int32(js, argv[1]), &buf, 1,
                  position(js, argv[5]), fs->on_done);
  return gy_fscall_end(js, fs, err);
}

GY_FUNCTION(read_call) { return transfer_one(js, argv, uv_fs_read); }
GY_DIRECT(read_call)

GY_FUNCTION(write_call) { return transfer_one(js, argv, uv_fs_write); }
GY_DIRECT(write_call)

/* (done, fd, [bytes...], position) */
static gy_value transfer_many(gy_context js, const gy_value argv[], transfer start) {
  gy_fscall room, *fs = gy_fscall_begin(js, argv[0], &room);
  gy_object list = (gy_object)argv[2];
  unsigned count = gy_length(js, list);
  uv_buf_t *bufs = gy_memory_room((count + 1) * sizeof(*bufs));
  if (bufs == NULL) {
    return gy_fscall_refuse(js, fs, UV_ENOMEM);
  }
  for (unsigned i = 0; i < count; i++) {
    gy_bytes bytes = {NULL, 0};
    gy_bytes_get(js, gy_get_index(js, list, i), &bytes);
    bufs[i] = uv_buf_init((char *)bytes.data, (unsigned)bytes.size);
  }
  if (count == 0) {
    bufs[count++] = uv_buf_init((char *)bufs, 0);
  }
  if (fs->on_done != NULL) {
    fs->bytes = gy_pin_brief(js, argv[2]);
  }
  int err = start(fs->runtime->loop, &fs->uv, gy_to_int32(js, argv[1]), bufs, count,
                  position(js, argv[3]), fs->on_done);
  free(bufs);
  return gy_fscall_end(js, fs, err);
}

GY_FUNCTION(readv_call) { return transfer_many(js, argv, uv_fs_read); }

GY_FUNCTION(writev_call) { return transfer_many(js, argv, uv_fs_write); }

/* writeText(fd, string, position): at once, in UTF-8; how many bytes. */
GY_FUNCTION(write_text) {
  gy_fscall room, *fs = gy_fscall_begin(js, gy_undefined(js), &room);
  gy_text text;
  if (!gy_text_try(js, argv[1], &text)) {
    return gy_fscall_refuse(js, fs, UV_ENOMEM);
  }
  uv_buf_t buf = uv_buf_init(text.data, (unsigned)text.size);
  int err = uv_fs_write(fs->runtime->loop, &fs->uv, gy_to_int32(js, argv[0]), &buf, 1,
                        position(js, argv[2]), NULL);
  gy_text_free(&text);
  return gy_fscall_end(js, fs, err);
}

/* pending(): how many calls are under way. */
GY_FUNCTION(pending_calls) { return gy_number(js, pending); }

gy_object gy_bind_fs(gy_context js) {
  static const gy_export exports[] = {
      {"path", path_call},        {"paths", paths_call},
      {"file", file_call},        {"read", read_call},
      {"write", write_call},      {"readv", readv_call},
      {"writev", writev_call},    {"writeText", write_text},
      {"pending", pending_calls}, {NULL, NULL},
  };
#define OP(name) \
  { #name, name }
  static const gy_constant ops[] = {
      OP(ACCESS),    OP(CHMOD),  OP(CHOWN),   OP(LCHOWN),   OP(LSTAT),     OP(LUTIME), OP(MKDIR),
      OP(MKDTEMP),   OP(OPEN),   OP(OPENDIR), OP(READLINK), OP(REALPATH),  OP(RMDIR),  OP(SCANDIR),
      OP(STAT),      OP(STATFS), OP(UNLINK),  OP(UTIME),    OP(COPYFILE),  OP(LINK),   OP(RENAME),
      OP(SYMLINK),   OP(CLOSE),  OP(FCHMOD),  OP(FCHOWN),   OP(FDATASYNC), OP(FSTAT),  OP(FSYNC),
      OP(FTRUNCATE), OP(FUTIME), {NULL, 0},
  };
#undef OP
  static const gy_direct_export direct[] = {
      {"path", path_call_direct},
      {"file", file_call_direct},
      {"read", read_call_direct},
      {"write", write_call_direct},
      {NULL, NULL},
  };
  gy_object binding = gy_object_new(js);
  gy_set_exports(js, binding, exports);
  gy_direct_set(js, binding, direct);
  gy_set_exports(js, binding, gy_fscall_dir_exports);
  gy_set_exports(js, binding, gy_fscall_file_exports);
  gy_set_exports(js, binding, gy_fscall_watch_exports);
  gy_set_constants(js, binding, ops);
  gy_set(js, binding, "stats", gy_fscall_stats(js));
  return binding;
}
