/* SPDX-License-Identifier: MIT */
/* Files with the bytecode of many texts. Anyone who can write to one controls the program: only
 * files that belong to the user, and that nobody else may write to, are read. */
#ifndef GJ_JS_PACK_H
#define GJ_JS_PACK_H

#include "engine/kept.h"

enum { GJ_PACK_PATH = 4096 };

/* 64 bits that depend on all of the bytes. It is quick, and no defence against intent. */
uint64_t gj_pack_hash(const void *data, size_t size);

/* A mapped file. It stays mapped, and is the same for all threads. */
typedef struct gj_pack gj_pack;
const gj_pack *gj_pack_open(const char *path); /* NULL: there is none, or it is not right */
size_t gj_pack_size(const gj_pack *pack);      /* of the file; 0 for NULL */
/* The bytecode of that text; none if there is none, or if it is damaged. */
gj_bytes gj_pack_find(const gj_pack *pack, gj_kept_label label);

/* A file that is being written; it gets its name when it is complete. */
typedef struct {
  char path[GJ_PACK_PATH], temporary[GJ_PACK_PATH + 16];
  struct gj_pack_entry *entries;
  size_t count, room, at;
  int fd;
  bool is_whole;
} gj_pack_new;
bool gj_pack_create(gj_pack_new *made, const char *path);
void gj_pack_add(gj_pack_new *made, gj_kept_label label, gj_bytes bytes);
/* What another has under keys that were not added, as far as there is room. */
void gj_pack_add_rest(gj_pack_new *made, const gj_pack *pack);
bool gj_pack_finish(gj_pack_new *made); /* false: nothing was written */

/* Removes the files of a directory that were not used for the longest time, until the rest is not
 * larger than that. */
void gj_pack_trim(const char *directory, size_t most);

#endif
