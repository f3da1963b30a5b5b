// SPDX-License-Identifier: MIT
try {
  JSON.parse('{"a" 1}');
} catch (error) {
  console.log(error);
  console.log('%s', error);
  console.log({ error: error.message });
}
