// SPDX-License-Identifier: MIT
async function show(user) {
  return user.name.first;
}
show({});
