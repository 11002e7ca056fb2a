import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { useTestSite } from '../testing-site.ts';
import { makeOwner } from './make-owner.ts';

const site = await useTestSite();
const folder = mkdtempSync(join(tmpdir(), 'klieg-owner-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const { host, port, user, password, database } = site.database.pool.options;
const env = {
  DATA_DIR: folder,
  DATABASE_URL: `postgres://${user}:${password}@localhost/${database}?host=${encodeURIComponent(String(host))}&port=${port}`,
};

test('somebody who has an account is made the owner, however their name is written, and twice is once', async () => {
  const person = await site.join();
  const before = await person.call('getCurrentUser');
  expect(before.user.isAdmin).toBe(false);
  expect(await makeOwner(env, person.username.toUpperCase())).toBe('made');
  expect(await makeOwner(env, person.username)).toBe('made');
  const { user: me } = await person.call('getCurrentUser');
  expect(me.isAdmin).toBe(true);
  expect(me.email_confirmed).toBe(1);
});

test('a name that nobody has, and a site that was never started, are told', async () => {
  expect(await makeOwner(env, 'nobody_of_this_name')).toBe('unknown');
  expect(await makeOwner({ DATA_DIR: folder }, 'anybody')).toBe('no database');
});
