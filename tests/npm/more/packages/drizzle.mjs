// SPDX-License-Identifier: MIT
// drizzle-orm: builds queries, and maps rows, with a driver that is a function.
import assert from 'node:assert';
import { and, eq, sql } from 'drizzle-orm';
import { integer, pgTable, serial, text } from 'drizzle-orm/pg-core';
import { drizzle } from 'drizzle-orm/pg-proxy';

const users = pgTable('users', {
  id: serial('id').primaryKey(), name: text('name').notNull(), age: integer('age'),
});
const asked = [];
const db = drizzle(async (query, params, method) => {
  asked.push([query, params, method]);
  return { rows: [[1, 'a', 2]] };
});
assert.deepStrictEqual(
  await db.select().from(users).where(and(eq(users.name, 'x'), sql`${users.age} > 3`)),
  [{ id: 1, name: 'a', age: 2 }]);
await db.insert(users).values({ name: 'q' }).returning();
assert.deepStrictEqual(asked, [
  ['select "id", "name", "age" from "users" where ("users"."name" = $1 and "users"."age" > 3)',
    ['x'], 'all'],
  ['insert into "users" ("id", "name", "age") values (default, $1, default) ' +
    'returning "id", "name", "age"', ['q'], 'all'],
]);
