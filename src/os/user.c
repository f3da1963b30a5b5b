/* SPDX-License-Identifier: MIT */
/* Entries of the user and the group database. Programs call it, and directories.c for the home
 * directory. */
#include <errno.h>
#include <grp.h>
#include <pwd.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>
#include <unistd.h>

#include "base/alloc.h"
#include "uv.h"

/* Enough for most entries; a group with many members takes more. */
#define ENTRY_SIZE 2048

/* Looks up an entry with MEMORY for its texts: 0 or an error of the C library's. */
typedef int finder(unsigned id, void *entry, char *memory, size_t size, bool *found);

static int find_user(unsigned id, void *entry, char *memory, size_t size, bool *found) {
  struct passwd *result = NULL;
  int err = getpwuid_r(id, entry, memory, size, &result);
  *found = result != NULL;
  return err;
}

static int find_group(unsigned id, void *entry, char *memory, size_t size, bool *found) {
  struct group *result = NULL;
  int err = getgrgid_r(id, entry, memory, size, &result);
  *found = result != NULL;
  return err;
}

/* Fills ENTRY, whose texts lie in *MEMORY: to be freed by the caller. */
static int look_up(finder *find, unsigned id, void *entry, char **memory) {
  for (size_t size = ENTRY_SIZE;; size *= 2) {
    *memory = gy_alloc(size);
    if (*memory == NULL) {
      return UV_ENOMEM;
    }
    bool found;
    int err;
    do {
      err = find(id, entry, *memory, size, &found);
    } while (err == EINTR);
    if (err == 0 && found) {
      return 0;
    }
    gy_free(*memory);
    *memory = NULL;
    if (err != ERANGE) {
      return err == 0 ? UV_ENOENT : -err;
    }
  }
}

static size_t size_of(const char *text) { return text == NULL ? 0 : strlen(text) + 1; }

/* Copies TEXT to *FREE_SPACE, which moves on. NULL stays NULL. */
static char *copy(const char *text, char **free_space) {
  if (text == NULL) {
    return NULL;
  }
  char *begin = *free_space;
  *free_space = stpcpy(begin, text) + 1;
  return begin;
}

int uv_os_get_passwd2(uv_passwd_t *pwd, uv_uid_t uid) {
  if (pwd == NULL) {
    return UV_EINVAL;
  }
  struct passwd entry;
  char *memory;
  int err = look_up(find_user, uid, &entry, &memory);
  if (err != 0) {
    return err;
  }
  /* All texts in one piece, which begins with the name. */
  char *texts = gy_alloc(size_of(entry.pw_name) + size_of(entry.pw_dir) + size_of(entry.pw_shell));
  if (texts == NULL) {
    err = UV_ENOMEM;
  } else {
    pwd->username = copy(entry.pw_name, &texts);
    pwd->homedir = copy(entry.pw_dir, &texts);
    pwd->shell = copy(entry.pw_shell, &texts);
    pwd->uid = entry.pw_uid;
    pwd->gid = entry.pw_gid;
  }
  gy_free(memory);
  return err;
}

int uv_os_get_passwd(uv_passwd_t *pwd) { return uv_os_get_passwd2(pwd, geteuid()); }

void uv_os_free_passwd(uv_passwd_t *pwd) {
  if (pwd == NULL) {
    return;
  }
  gy_free(pwd->username);
  pwd->username = NULL;
  pwd->homedir = NULL;
  pwd->shell = NULL;
}

int uv_os_get_group(uv_group_t *grp, uv_uid_t gid) {
  if (grp == NULL) {
    return UV_EINVAL;
  }
  struct group entry;
  char *memory;
  int err = look_up(find_group, gid, &entry, &memory);
  if (err != 0) {
    return err;
  }
  size_t count = 0;
  size_t size = size_of(entry.gr_name);
  for (; entry.gr_mem[count] != NULL; count++) {
    size += size_of(entry.gr_mem[count]);
  }
  /* The list of members with its end, and behind it all texts, in one piece. */
  char **members = gy_alloc((count + 1) * sizeof(*members) + size);
  if (members == NULL) {
    err = UV_ENOMEM;
  } else {
    char *texts = (char *)(members + count + 1);
    for (size_t i = 0; i < count; i++) {
      members[i] = copy(entry.gr_mem[i], &texts);
    }
    members[count] = NULL;
    grp->members = members;
    grp->groupname = copy(entry.gr_name, &texts);
    grp->gid = entry.gr_gid;
  }
  gy_free(memory);
  return err;
}

void uv_os_free_group(uv_group_t *grp) {
  if (grp == NULL) {
    return;
  }
  gy_free(grp->members);
  grp->members = NULL;
  grp->groupname = NULL;
}
