import { expect, test } from 'vitest';
import { codeOf, useTestSite } from '../app/testing-site.ts';
import { DEMO_PASSWORD, namedPeople } from './demo-people.ts';
import { makeDemoStore } from './demo-store.ts';
import { seedDemo } from './seed-demo.ts';

const site = await useTestSite();
const store = makeDemoStore(site.database);

test('accounts of a former demo are shut: no log-in, no open session, in no list; the demo opens them again', async () => {
  await seedDemo({ database: site.database, ledger: site.site.ledger });
  const own = await site.join({ type: 'model' });
  const login = async () => {
    const visitor = await site.visit();
    return codeOf(visitor.login('demo_admin', DEMO_PASSWORD));
  };
  const isListed = async (username: string) => {
    await site.site.catalog.reload();
    return site.site.catalog.byName(username) !== undefined;
  };
  const inside = await site.visit();
  await inside.login('demo_admin', DEMO_PASSWORD);
  const isInside = async () => (await inside.call('getCurrentUser')).user.id !== 0;
  expect(await isInside()).toBe(true);
  expect(await isListed('demo_model')).toBe(true);

  expect(await store.setOpen(false)).toBeGreaterThan(namedPeople.length);
  expect(await store.setOpen(false)).toBe(0);
  expect(await login()).toBe('identity.bad_credentials');
  expect(await isInside()).toBe(false);
  expect(await isListed('demo_model')).toBe(false);
  expect(await isListed(own.username)).toBe(true);
  expect(await codeOf((await site.visit()).login(own.username, own.password))).toBe('not refused');
  const guest = await site.visit();
  expect(await codeOf(guest.call('getRoom', { params: { username: 'demo_model' } }))).toBe('rooms.not_found');

  await store.setOpen(true);
  expect(await login()).toBe('not refused');
  expect(await isListed('demo_model')).toBe(true);
});
