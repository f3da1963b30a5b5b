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

static bool find_user(gy_context js, gy_value who, uid_t *uid) {
  if (gy_is_number(js, who)) {
    *uid = gy_to_uint32(js, who);
    return true;
  }
  char room[LOOKUP_ROOM];
  struct passwd entry;
  struct passwd *found = NULL;
  gy_text name;
  gy_text_get(js, who, &name);
  int err = getpwnam_r(name.data, &entry, room, sizeof(room), &found);
  gy_text_free(&name);
  if (err != 0 || found == NULL) {
    return false;
  }
  *uid = found->pw_uid;
  return true;
}

static bool find_group(gy_context js, gy_value which, gid_t *gid) {
  if (gy_is_number(js, which)) {
    *gid = gy_to_uint32(js, which);
    return true;
  }
  char room[LOOKUP_ROOM];
  struct group entry;
  struct group *found = NULL;
  gy_text name;
  gy_text_get(js, which, &name);
  int err = getgrnam_r(name.data, &entry, room, sizeof(room), &found);
  gy_text_free(&name);
  if (err != 0 || found == NULL) {
    return false;
  }
  *gid = found->gr_gid;
  return true;
}

GY_FUNCTION(get_uid) { return gy_number(js, getuid()); }
GY_FUNCTION(get_euid) { return gy_number(js, geteuid()); }
GY_FUNCTION(get_gid) { return gy_number(js, getgid()); }
GY_FUNCTION(get_egid) { return gy_number(js, getegid()); }

/* The setters return 0, UNKNOWN_USER, UNKNOWN_GROUP or a negative error number. */
static gy_value set_user(gy_context js, gy_value who, int (*set)(uid_t uid)) {
  uid_t uid;
  if (!find_user(js, who, &uid)) {
    return gy_number(js, UNKNOWN_USER);
  }
  return gy_number(js, set(uid) != 0 ? -errno : 0);
}

static gy_value set_group(gy_context js, gy_value which, int (*set)(gid_t gid)) {
  gid_t gid;
  if (!find_group(js, which, &gid)) {
    return gy_number(js, UNKNOWN_GROUP);
  }
  return gy_number(js, set(gid) != 0 ? -errno : 0);
}

GY_FUNCTION(set_uid) { return set_user(js, argv[0], setuid); }
GY_FUNCTION(set_euid) { return set_user(js, argv[0], seteuid); }
GY_FUNCTION(set_gid) { return set_group(js, argv[0], setgid); }
GY_FUNCTION(set_egid) { return set_group(js, argv[0], setegid); }

/* groups(): those of the process, the effective one among them; or a negative error number. */
GY_FUNCTION(groups) {
  int count = getgroups(0, NULL);
  gid_t *list = count < 0 ? NULL : gy_memory_room(((size_t)count + 1) * sizeof(*list));
  if (list == NULL) {
    return gy_number(js, count < 0 ? -errno : UV_ENOMEM);
  }
  count = getgroups(count, list);
  if (count < 0) {
    int err = -errno;
    free(list);
    return gy_number(js, err);
  }
  gy_object array = gy_array(js, 0, NULL);
  gid_t effective = getegid();
  bool listed = false;
  for (int i = 0; i < count; i++) {
    gy_set_index(js, array, (unsigned)i, gy_number(js, list[i]));
    listed = listed || list[i] == effective;
  }
  if (!listed) {
    gy_set_index(js, array, (unsigned)count, gy_number(js, effective));
  }
  free(list);
  return array;
}

/* setGroups(array): 0, n > 0 if the n-th group is unknown, or a negative error number. */
GY_FUNCTION(set_groups) {
  unsigned count = gy_length(js, (gy_object)argv[0]);
  gid_t *list = gy_memory_room((count + 1) * sizeof(*list));
  if (list == NULL) {
    return gy_number(js, UV_ENOMEM);
  }
  int result = 0;
  for (unsigned i = 0; i < count && result == 0; i++) {
    if (!find_group(js, gy_get_index(js, (gy_object)argv[0], i), &list[i])) {
      result = (int)i + 1;
    }
  }
  if (result == 0 && setgroups(count, list) != 0) {
    result = -errno;
  }
  free(list);
  return gy_number(js, result);
}

/* initGroups(user, group): as the setters. */
GY_FUNCTION(init_groups) {
  gid_t gid;
  gy_text name;
  if (gy_is_number(js, argv[0])) {
    struct passwd *entry = getpwuid(gy_to_uint32(js, argv[0]));
    if (entry == NULL) {
      return gy_number(js, UNKNOWN_USER);
    }
    gy_text_get(js, gy_string(js, entry->pw_name), &name);
  } else {
    gy_text_get(js, argv[0], &name);
  }
  int result = UNKNOWN_GROUP;
  if (find_group(js, argv[1], &gid)) {
    result = initgroups(name.data, gid) != 0 ? -errno : 0;
  }
  gy_text_free(&name);
  return gy_number(js, result);
}

/* words(number): what the C library calls an error. */
GY_FUNCTION(words) { return gy_string(js, strerror(gy_to_int32(js, argv[0]))); }

gy_object gy_bind_users(gy_context js) {
  static const gy_export exports[] = {
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
  gy_object binding = gy_object_new(js);
  gy_set_exports(js, binding, exports);
  return binding;
}
