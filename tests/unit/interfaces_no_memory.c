/* SPDX-License-Identifier: MIT */
/* Proves that uv_interface_addresses returns ENOMEM without memory, and leaks nothing. */
#include "starve.h"

static int try_it(void) {
  uv_interface_address_t *addresses;
  int count;
  int err = uv_interface_addresses(&addresses, &count);
  if (err != 0) {
    CHECK(addresses == NULL);
    CHECK_EQ(count, 0);
  }
  uv_free_interface_addresses(addresses, count);
  return err;
}

int main(void) {
  uv_interface_address_t *addresses;
  int count;
  CHECK_EQ(uv_interface_addresses(&addresses, &count), 0);
  uv_free_interface_addresses(addresses, count);
  if (count == 0) {
    SKIP("there is no interface, so nothing to allocate");
  }
  starve_each(try_it);
  return 0;
}
