/* SPDX-License-Identifier: MIT */
/* Users and groups of the process, for js/lib/internal/process/users.js. An identifier is a number
 * or a name. */
#include <errno.h>
#include <grp.h>
#include <pwd.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "engine/memory.h"
#include "runtime/runtime.h"

#define LOOKUP_ROOM 16384
#define UNKNOWN_USER 1
#define UNKNOWN_GROUP 2

static bool find_user(gj_context js, gj_value who, uid_t *uid) {
  if (gj_is_number(js, who)) {
    *uid = gj_to_uint32(js, who);
    return true;
  }
  char room[LOOKUP_ROOM];
  struct passwd entry;
  struct passwd *found = NULL;
  gj_text name;
  gj_text_get(js, who, &name);
  int err = getpwnam_r(name.data, &entry, room, sizeof(room), &found);
  gj_text_free(&name);
  if (err != 0 || found == NULL) {
    return false;
  }
  *uid = found->pw_uid;
  return true;
}

static bool find_group(gj_context js, gj_value which, gid_t *gid) {
  if (gj_is_number(js, which)) {
    *gid = gj_to_uint32(js, which);
    return true;
  }
  char room[LOOKUP_ROOM];
  struct group entry;
  struct group *found = NULL;
  gj_text name;
  gj_text_get(js, which, &name);
  int err = getgrnam_r(name.data, &entry, room, sizeof(room), &found);
  gj_text_free(&name);
  if (err != 0 || found == NULL) {
    return false;
  }
  *gid = found->gr_gid;
  return true;
}

GJ_FUNCTION(get_uid) { return gj_number(js, getuid()); }
GJ_FUNCTION(get_euid) { return gj_number(js, geteuid()); }
GJ_FUNCTION(get_gid) { return gj_number(js, getgid()); }
GJ_FUNCTION(get_egid) { return gj_number(js, getegid()); }

/* The setters return 0, UNKNOWN_USER, UNKNOWN_GROUP or a negative error number. */
static gj_value set_user(gj_context js, gj_value who, int (*set)(uid_t uid)) {
  uid_t uid;
  if (!find_user(js, who, &uid)) {
    return gj_number(js, UNKNOWN_USER);
  }
  return gj_number(js, set(uid) != 0 ? -errno : 0);
}

static gj_value set_group(gj_context js, gj_value which, int (*set)(gid_t gid)) {
  gid_t gid;
  if (!find_group(js, which, &gid)) {
    return gj_number(js, UNKNOWN_GROUP);
  }
  return gj_number(js, set(gid) != 0 ? -errno : 0);
}

GJ_FUNCTION(set_uid) { return set_user(js, argv[0], setuid); }
GJ_FUNCTION(set_euid) { return set_user(js, argv[0], seteuid); }
GJ_FUNCTION(set_gid) { return set_group(js, argv[0], setgid); }
GJ_FUNCTION(set_egid) { return set_group(js, argv[0], setegid); }

/* groups(): those of the process, the effective one among them; or a negative error number. */
GJ_FUNCTION(groups) {
  int count = getgroups(0, NULL);
  gid_t *list = count < 0 ? NULL : gj_memory_room(((size_t)count + 1) * sizeof(*list));
  if (list == NULL) {
    return gj_number(js, count < 0 ? -errno : UV_ENOMEM);
  }
  count = getgroups(count, list);
  if (count < 0) {
    int err = -errno;
    free(list);
    return gj_number(js, err);
  }
  gj_object array = gj_array(js, 0, NULL);
  gid_t effective = getegid();
  bool listed = false;
  for (int i = 0; i < count; i++) {
    gj_set_index(js, array, (unsigned)i, gj_number(js, list[i]));
    listed = listed || list[i] == effective;
  }
  if (!listed) {
    gj_set_index(js, array, (unsigned)count, gj_number(js, effective));
  }
  free(list);
  return array;
}

/* setGroups(array): 0, n > 0 if the n-th group is unknown, or a negative error number. */
GJ_FUNCTION(set_groups) {
  unsigned count = gj_length(js, (gj_object)argv[0]);
  gid_t *list = gj_memory_room((count + 1) * sizeof(*list));
  if (list == NULL) {
    return gj_number(js, UV_ENOMEM);
  }
  int result = 0;
  for (unsigned i = 0; i < count && result == 0; i++) {
    if (!find_group(js, gj_get_index(js, (gj_object)argv[0], i), &list[i])) {
      result = (int)i + 1;
    }
  }
  if (result == 0 && setgroups(count, list) != 0) {
    result = -errno;
  }
  free(list);
  return gj_number(js, result);
}

/* initGroups(user, group): as the setters. */
GJ_FUNCTION(init_groups) {
  gid_t gid;
  gj_text name;
  if (gj_is_number(js, argv[0])) {
    struct passwd *entry = getpwuid(gj_to_uint32(js, argv[0]));
    if (entry == NULL) {
      return gj_number(js, UNKNOWN_USER);
    }
    gj_text_get(js, gj_string(js, entry->pw_name), &name);
  } else {
    gj_text_get(js, argv[0], &name);
  }
  int result = UNKNOWN_GROUP;
  if (find_group(js, argv[1], &gid)) {
    result = initgroups(name.data, gid) != 0 ? -errno : 0;
  }
  gj_text_free(&name);
  return gj_number(js, result);
}

/* words(number): what the C library calls an error. */
GJ_FUNCTION(words) { return gj_string(js, strerror(gj_to_int32(js, argv[0]))); }

gj_object gj_bind_users(gj_context js) {
  static const gj_export exports[] = {
      {"getuid", get_uid},
      {"geteuid", get_euid},
      {"getgid", get_gid},
      {"getegid", get_egid},
      {"setuid", set_uid},
      {"seteuid", set_euid},
      {"setgid", set_gid},
      {"setegid", set_egid},
      {"getgroups", groups},
      {"setgroups", set_groups},
      {"initgroups", init_groups},
      {"words", words},
      {NULL, NULL},
  };
  gj_object binding = gj_object_new(js);
  gj_set_exports(js, binding, exports);
  return binding;
}
