// SPDX-License-Identifier: MIT
class ValidationError extends Error {
  constructor(field) {
    super(`bad field ${field}`);
    this.name = 'ValidationError';
    this.field = field;
  }
}
function check() {
  throw new ValidationError('name');
}
check();
