/* SPDX-License-Identifier: MIT */
/*
 * Which mounts are local, that is: looking at, reading or closing a file on them never waits for
 * another machine or another process. Called by fs_read.c, fs_ring.c and fs_stat.c, which do such
 * things on the loop's own thread.
 *
 * Asking a file system what it is may itself take long. So the loop's thread only looks up what is
 * known, under the kernel's number of the mount, which is never reused (Linux 6.8 or newer;
 * elsewhere nothing is known). A request on an unknown mount goes to the pool, and its thread asks.
 */
#include <linux/magic.h>
#include <stdatomic.h>
#include <stdint.h>
#include <string.h>
#include <sys/vfs.h>

#include "work/fs.h"

#define KNOWN_MAX 16

/* The number of a mount, doubled, plus 1 if it is local; 0: none. Old entries are overwritten. */
static _Atomic uint64_t known[KNOWN_MAX];
static atomic_uint known_next;

/* Only file systems that are certainly local: overlays, for instance, may contain anything. */
static bool is_local(const struct statfs *about) {
  switch ((uint32_t)about->f_type) {
    case EXT4_SUPER_MAGIC: /* and those before it */
    case XFS_SUPER_MAGIC:
    case BTRFS_SUPER_MAGIC:
    case F2FS_SUPER_MAGIC:
    case TMPFS_MAGIC:
    case RAMFS_MAGIC:
      return true;
    default:
      return false;
  }
}

/* stx_mnt_id, if the kernel has it: musl has the struct, but no name for this member. */
static uint64_t number_of(const struct statx *facts) {
  uint64_t number;
  memcpy(&number, &facts->stx_dev_minor + 1, sizeof(number));
  return number;
}

gy_fs_mount gy_fs_mount_find(const struct statx *facts) {
  if ((facts->stx_mask & GY_FS_MOUNT_ID) == 0) {
    return GY_FS_MOUNT_OTHER;
  }
  for (int i = 0; i < KNOWN_MAX; i++) {
    uint64_t entry = atomic_load_explicit(&known[i], memory_order_relaxed);
    if (entry >> 1 == number_of(facts)) {
      return (entry & 1) != 0 ? GY_FS_MOUNT_LOCAL : GY_FS_MOUNT_OTHER;
    }
  }
  return GY_FS_MOUNT_UNKNOWN;
}

void gy_fs_mount_learn(int file) {
  struct statx facts;
  struct statfs about;
  if (statx(file, "", AT_EMPTY_PATH | AT_STATX_DONT_SYNC, GY_FS_MOUNT_ID, &facts) != 0 ||
      gy_fs_mount_find(&facts) != GY_FS_MOUNT_UNKNOWN || fstatfs(file, &about) != 0) {
    return; /* the next request will try */
  }
  unsigned place = atomic_fetch_add_explicit(&known_next, 1, memory_order_relaxed) % KNOWN_MAX;
  uint64_t entry = number_of(&facts) << 1 | is_local(&about);
  atomic_store_explicit(&known[place], entry, memory_order_relaxed);
}
