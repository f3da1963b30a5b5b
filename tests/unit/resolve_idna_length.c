/* SPDX-License-Identifier: MIT */
/* Proves that a converted host name may have 255 characters and no more, however it is divided into
 * labels, and that nothing is written beyond them. */
#include "../check.h"
#include "uv.h"
#include "work/idna.h"

static struct {
  char ascii[GY_IDNA_NAME_MAX + 1];
  char after[8];
} room;

static int convert(const char *name) {
  memset(&room, '#', sizeof(room));
  int err = gy_idna_to_ascii(name, room.ascii);
  CHECK_EQ(memcmp(room.after, "########", sizeof(room.after)), 0);
  return err;
}

/* HEAD, then as many x as needed for LENGTH characters of ASCII, of which HEAD gives
 * HEAD_LENGTH. */
static int convert_long(const char *head, size_t head_length, size_t length) {
  char name[1024];
  strcpy(name, head);
  size_t used = strlen(head);
  memset(name + used, 'x', length - head_length);
  name[used + length - head_length] = '\0';
  return convert(name);
}

int main(void) {
  for (size_t length = 250; length <= 300; length++) {
    int expected = length <= GY_IDNA_NAME_MAX ? 0 : UV_EINVAL;
    CHECK_EQ(convert_long("", 0, length), expected);
    CHECK_EQ(convert_long("a.bc.", 5, length), expected);
    CHECK_EQ(convert_long("ü.", 8, length), expected); /* xn--tda. */
    if (expected == 0) {
      CHECK_EQ(strlen(room.ascii), length);
    }
  }
  CHECK_EQ(convert_long("", 0, 64), 0); /* no name server knows it, but /etc/hosts may */

  char name[4096] = "";
  for (int count = 1; count <= 1000; count++) {
    strcat(name, "語");
    int err = convert(name);
    CHECK(err == 0 || err == UV_EINVAL);
    CHECK(err == 0 || count > 60);
    CHECK(err == UV_EINVAL || count < 255);
  }
  return 0;
}
