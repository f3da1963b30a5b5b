// SPDX-License-Identifier: MIT
class Account {
  constructor(owner) { this.owner = owner.name; }
  static open() { return new Account(); }
}
Account.open();
