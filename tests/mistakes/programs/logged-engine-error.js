// SPDX-License-Identifier: MIT
try {
  const settings = null;
  settings.theme = 'dark';
} catch (error) {
  console.error(error);
  console.error(String(error), error.name, error.message);
}
