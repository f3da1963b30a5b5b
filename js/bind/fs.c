/* SPDX-License-Identifier: MIT */
/* The file system, for js/lib/internal/fs: how a call is made, and the operations that take paths,
 * descriptors and bytes. The operation is a number, so that a few functions serve all of them. */
#include "bind/fs.h"

#include <stdlib.h>
#include <string.h>

#include "engine/memory.h"

static _Thread_local int pending; /* calls that the loop has */

static void tell(gj_fscall *fs, gj_value result) {
  gj_runtime *runtime = fs->runtime;
  gj_object done = gj_pin_object(&fs->done);
  gj_pin_free(&fs->done);
  gj_pin_free(&fs->bytes);
  free(fs->entries);
  free(fs);
  pending--;
  gj_enter(runtime, done, 1, &result);
}

static void on_done(uv_fs_t *uv) {
  gj_fscall *fs = (gj_fscall *)uv;
  gj_value result = gj_fscall_result(fs->runtime->js, fs);
  uv_fs_req_cleanup(uv);
  tell(fs, result);
}

static void on_refused(gj_later *later) {
  gj_fscall *fs = (gj_fscall *)((char *)later - offsetof(gj_fscall, later));
  tell(fs, gj_number(fs->runtime->js, fs->error));
}

gj_fscall *gj_fscall_begin(gj_context js, gj_value done, gj_fscall *room) {
  gj_fscall *fs = room;
  bool async = gj_is_object(js, done);
  if (async) {
    fs = gj_memory_bound(NULL, sizeof(*fs), "a request");
    pending++;
  }
  fs->runtime = gj_runtime_self();
  fs->on_done = async ? on_done : NULL;
  fs->done =
      async ? gj_pin_brief(js, gj_async_once(js, done, "FSREQCALLBACK")) : (gj_pin){.value = NULL};
  fs->bytes = (gj_pin){.value = NULL};
  fs->raw = fs->types = false;
  fs->entries = NULL;
  return fs;
}

gj_value gj_fscall_refuse(gj_context js, gj_fscall *fs, int err) {
  if (fs->on_done == NULL) {
    free(fs->entries);
    return gj_number(js, err);
  }
  fs->error = err;
  gj_later_call(&fs->later, on_refused);
  return gj_undefined(js);
}

gj_value gj_fscall_end(gj_context js, gj_fscall *fs, int err) {
  if (fs->on_done != NULL) {
    return err < 0 ? gj_fscall_refuse(js, fs, err) : gj_undefined(js);
  }
  gj_value result = err < 0 ? gj_number(js, err) : gj_fscall_result(js, fs);
  uv_fs_req_cleanup(&fs->uv);
  free(fs->entries);
  return result;
}

void gj_fscall_path(gj_context js, gj_value value, gj_text *path) {
  gj_bytes bytes;
  if (gj_is_string(js, value) || !gj_bytes_get(js, value, &bytes)) {
    gj_text_get(js, value, path);
    return;
  }
  path->size = bytes.size;
  path->data = bytes.size < sizeof(path->room) ? path->room
                                               : gj_memory_bound(NULL, bytes.size + 1, "a path");
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

static double number(gj_context js, size_t argc, const gj_value argv[], size_t at) {
  return at < argc ? gj_to_number(js, argv[at]) : 0;
}

static int start_path(gj_fscall *fs, int op, const char *path, double a, double b) {
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
GJ_FUNCTION(path_call) {
  gj_fscall room, *fs = gj_fscall_begin(js, argv[0], &room);
  gj_text path;
  gj_fscall_path(js, argv[2], &path);
  int err = start_path(fs, gj_to_int32(js, argv[1]), path.data, number(js, argc, argv, 3),
                       number(js, argc, argv, 4));
  gj_text_free(&path);
  return gj_fscall_end(js, fs, err);
}
GJ_DIRECT(path_call)

static int start_paths(gj_fscall *fs, int op, const char *from, const char *to, int flags) {
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
GJ_FUNCTION(paths_call) {
  gj_fscall room, *fs = gj_fscall_begin(js, argv[0], &room);
  gj_text from, to;
  gj_fscall_path(js, argv[2], &from);
  gj_fscall_path(js, argv[3], &to);
  int err =
      start_paths(fs, gj_to_int32(js, argv[1]), from.data, to.data, (int)number(js, argc, argv, 4));
  gj_text_free(&from);
  gj_text_free(&to);
  return gj_fscall_end(js, fs, err);
}

static int start_file(gj_fscall *fs, int op, int fd, double a, double b) {
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
GJ_FUNCTION(file_call) {
  gj_fscall room, *fs = gj_fscall_begin(js, argv[0], &room);
  int err = start_file(fs, gj_to_int32(js, argv[1]), gj_to_int32(js, argv[2]),
                       number(js, argc, argv, 3), number(js, argc, argv, 4));
  return gj_fscall_end(js, fs, err);
}
GJ_DIRECT(file_call)

/* A position in a file: a number or a BigInt; negative is the descriptor's own position. */
static int64_t position(gj_context js, gj_value value) {
  return gj_is_nullish(js, value) ? -1 : gj_to_int64(js, value);
}

typedef int (*transfer)(uv_loop_t *, uv_fs_t *, uv_file, const uv_buf_t[], unsigned, int64_t,
                        uv_fs_cb);

enum { ONCE_MAX = 0x7ffff000 }; /* what the kernel takes at a time */

/* (done, fd, bytes, offset, length, position) */
static gj_value transfer_one(gj_context js, const gj_value argv[],
                             bool (*find)(gj_context, gj_value, gj_bytes *), transfer start) {
  gj_fscall room, *fs = gj_fscall_begin(js, argv[0], &room);
  gj_bytes bytes = {NULL, 0};
  find(js, argv[2], &bytes);
  size_t offset = (size_t)gj_to_number(js, argv[3]);
  size_t length = (size_t)gj_to_number(js, argv[4]);
  if (offset > bytes.size || length > bytes.size - offset) {
    return gj_fscall_refuse(js, fs, UV_EINVAL);
  }
  uv_buf_t buf =
      uv_buf_init((char *)bytes.data + offset, (unsigned)(length < ONCE_MAX ? length : ONCE_MAX));
  if (fs->on_done != NULL) {
    fs->bytes = gj_pin_brief(js, argv[2]);
  }
  int err = start(fs->runtime->loop, &fs->uv, gj_to_int32(js, argv[1]), &buf, 1,
                  position(js, argv[5]), fs->on_done);
  return gj_fscall_end(js, fs, err);
}

GJ_FUNCTION(read_call) { return transfer_one(js, argv, gj_bytes_get, uv_fs_read); }
GJ_DIRECT(read_call)

/* Into a new array that nobody else has before the read is done: so its bytes cannot move, though
 * they are not locked. That would make them an ArrayBuffer, which only full collections free. */
GJ_FUNCTION(read_new) { return transfer_one(js, argv, gj_bytes_look, uv_fs_read); }
GJ_DIRECT(read_new)

GJ_FUNCTION(write_call) { return transfer_one(js, argv, gj_bytes_get, uv_fs_write); }
GJ_DIRECT(write_call)

/* (done, fd, [bytes...], position) */
static gj_value transfer_many(gj_context js, const gj_value argv[], transfer start) {
  gj_fscall room, *fs = gj_fscall_begin(js, argv[0], &room);
  gj_object list = (gj_object)argv[2];
  unsigned count = gj_length(js, list);
  uv_buf_t *bufs = gj_memory_room((count + 1) * sizeof(*bufs));
  if (bufs == NULL) {
    return gj_fscall_refuse(js, fs, UV_ENOMEM);
  }
  for (unsigned i = 0; i < count; i++) {
    gj_bytes bytes = {NULL, 0};
    gj_bytes_get(js, gj_get_index(js, list, i), &bytes);
    bufs[i] = uv_buf_init((char *)bytes.data, (unsigned)bytes.size);
  }
  if (count == 0) {
    bufs[count++] = uv_buf_init((char *)bufs, 0);
  }
  if (fs->on_done != NULL) {
    fs->bytes = gj_pin_brief(js, argv[2]);
  }
  int err = start(fs->runtime->loop, &fs->uv, gj_to_int32(js, argv[1]), bufs, count,
                  position(js, argv[3]), fs->on_done);
  free(bufs);
  return gj_fscall_end(js, fs, err);
}

GJ_FUNCTION(readv_call) { return transfer_many(js, argv, uv_fs_read); }

GJ_FUNCTION(writev_call) { return transfer_many(js, argv, uv_fs_write); }

/* writeText(fd, string, position): at once, in UTF-8; how many bytes. */
GJ_FUNCTION(write_text) {
  gj_fscall room, *fs = gj_fscall_begin(js, gj_undefined(js), &room);
  gj_text text;
  if (!gj_text_try(js, argv[1], &text)) {
    return gj_fscall_refuse(js, fs, UV_ENOMEM);
  }
  uv_buf_t buf = uv_buf_init(text.data, (unsigned)text.size);
  int err = uv_fs_write(fs->runtime->loop, &fs->uv, gj_to_int32(js, argv[0]), &buf, 1,
                        position(js, argv[2]), NULL);
  gj_text_free(&text);
  return gj_fscall_end(js, fs, err);
}

/* pending(): how many calls are in progress. */
GJ_FUNCTION(pending_calls) { return gj_number(js, pending); }

gj_object gj_bind_fs(gj_context js) {
  static const gj_export exports[] = {
      {"path", path_call, path_call_direct},
      {"paths", paths_call},
      {"file", file_call, file_call_direct},
      {"read", read_call, read_call_direct},
      {"readNew", read_new, read_new_direct},
      {"write", write_call, write_call_direct},
      {"readv", readv_call},
      {"writev", writev_call},
      {"writeText", write_text},
      {"pending", pending_calls},
      {NULL, NULL},
  };
#define OP(name) \
  { #name, name }
  static const gj_constant ops[] = {
      OP(ACCESS),    OP(CHMOD),  OP(CHOWN),   OP(LCHOWN),   OP(LSTAT),     OP(LUTIME), OP(MKDIR),
      OP(MKDTEMP),   OP(OPEN),   OP(OPENDIR), OP(READLINK), OP(REALPATH),  OP(RMDIR),  OP(SCANDIR),
      OP(STAT),      OP(STATFS), OP(UNLINK),  OP(UTIME),    OP(COPYFILE),  OP(LINK),   OP(RENAME),
      OP(SYMLINK),   OP(CLOSE),  OP(FCHMOD),  OP(FCHOWN),   OP(FDATASYNC), OP(FSTAT),  OP(FSYNC),
      OP(FTRUNCATE), OP(FUTIME), {NULL, 0},
  };
#undef OP
  gj_object binding = gj_object_new(js);
  gj_set_exports(js, binding, exports);
  gj_set_exports(js, binding, gj_fscall_dir_exports);
  gj_set_exports(js, binding, gj_fscall_file_exports);
  gj_set_exports(js, binding, gj_fscall_watch_exports);
  gj_set_constants(js, binding, ops);
  gj_set(js, binding, "stats", gj_fscall_stats(js));
  return binding;
}
