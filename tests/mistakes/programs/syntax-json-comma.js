// SPDX-License-Identifier: MIT
try {
  JSON.parse('{"a": 1,}');
} catch (error) {
  console.log(error.stack.split('\n')[0]);
}
JSON.parse('<html>');
