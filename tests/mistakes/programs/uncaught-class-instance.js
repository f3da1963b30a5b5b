// SPDX-License-Identifier: MIT
class Failure {
  constructor(reason) { this.reason = reason; }
}
throw new Failure('why');
