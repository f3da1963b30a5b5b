// SPDX-License-Identifier: MIT
async function inner() {
  await new Promise((resolve) => setTimeout(resolve, 1));
  throw new Error('deep inside');
}
async function outer() {
  await inner();
}
outer();
