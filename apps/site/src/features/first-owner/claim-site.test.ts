import { sql } from 'kysely';
import { afterEach, expect, test } from 'vitest';
import { BEHIND_PROXY, codeOf, useTestSite } from '../../app/testing-site.ts';
import { callsPerMinute } from '../../platform/http/limits/rate-limit.ts';
import { makeCheckKey } from './claim-site.ts';
import { makeOwnerKeyStore } from './owner-key-store.ts';

const site = await useTestSite({ env: BEHIND_PROXY });
const { kysely } = site.database;
afterEach(async () => {
  await sql`update accounts set is_admin = false, suspension_reason = null, suspended_at = null`.execute(
    kysely,
  );
  await sql`delete from owner_keys`.execute(kysely);
});

/** The key of a new start. */
async function startAgain(): Promise<string> {
  const address = await site.site.offerOwnership();
  const [, key] = /^http:\/\/localhost:\d+\/setup\/([\w-]{43})$/.exec(address ?? '') ?? [];
  if (!key) throw new Error(`no key in ${address}`);
  return key;
}
let networks = 0;
/** Somebody new from a network of their own, who so has all tries of a stranger. */
const join = () => site.join({ from: { address: `198.51.${(networks += 1)}.1` } });
type Person = Awaited<ReturnType<typeof site.join>>;
const claim = (person: Person, key: string) => person.call('claimSite', { body: { key } });
const reasonOf = (call: Promise<unknown>) =>
  call.then(
    () => 'worked',
    (error: { code?: string; body?: { params?: { reason?: string } } }) =>
      `${error.code} ${error.body?.params?.reason}`,
  );
const isAdmin = async (person: Person) => (await person.call('getCurrentUser')).user.isAdmin;

test('whoever has an account and the key of the start becomes the owner, once', async () => {
  const [owner, late] = [await join(), await join()];
  const key = await startAgain();
  expect(await isAdmin(owner)).toBe(false);
  expect(await claim(owner, key)).toEqual({ status: 1, username: owner.username });
  expect(await isAdmin(owner)).toBe(true);
  expect(await reasonOf(claim(late, key))).toBe('first_owner.key_refused used');
  expect(await isAdmin(late)).toBe(false);
  // A site that has its owner offers nothing more.
  expect(await site.site.offerOwnership()).toBeUndefined();
  expect(await reasonOf(claim(late, key))).toBe('first_owner.key_refused used');
});

test('looking at a key says whether it works, and uses nothing up', async () => {
  const owner = await join();
  const look = makeCheckKey({ accounts: site.site.accounts, keys: makeOwnerKeyStore(site.database) });
  const [old, key] = [await startAgain(), await startAgain()];
  expect([await look(old), await look('cut-off'), await look(key)]).toEqual([
    'unknown',
    'unknown',
    undefined,
  ]);
  await claim(owner, key);
  expect(await look(key)).toBe('used');
  expect(await look(old)).toBe('unknown');
});

test('of several who use it at the same time exactly one becomes the owner', async () => {
  const people = await Promise.all(Array.from({ length: 5 }, join));
  const key = await startAgain();
  const outcomes = await Promise.all(people.map((person) => reasonOf(claim(person, key))));
  expect(outcomes.toSorted()).toEqual([...Array(4).fill('first_owner.key_refused used'), 'worked']);
  const admins = await Promise.all(people.map(isAdmin));
  expect(admins.filter(Boolean)).toHaveLength(1);
});

test('a key ends with the next start, and by an owner who was made on the machine', async () => {
  const [person, owner] = [await join(), await join()];
  const old = await startAgain();
  const key = await startAgain();
  expect(await reasonOf(claim(person, old))).toBe('first_owner.key_refused unknown');
  await site.site.accounts.makeAdmin(owner.username);
  expect(await reasonOf(claim(person, key))).toBe('first_owner.key_refused used');
  expect(await isAdmin(person)).toBe(false);
});

test('a guest and somebody suspended get nowhere, and the key still works', async () => {
  const [person, owner] = [await join(), await join()];
  const key = await startAgain();
  const guest = await site.visit();
  expect(await codeOf(guest.call('claimSite', { body: { key } }))).toBe('common.unauthenticated');
  await sql`update accounts set suspended_at = now() where id = ${person.id}`.execute(kysely);
  expect(await codeOf(claim(person, key))).toBe('identity.suspended');
  expect(await reasonOf(claim(owner, key))).toBe('worked');
});

test('an administrator of a former demo counts as none', async () => {
  const [demo, person] = [await join(), await join()];
  await site.site.accounts.makeAdmin(demo.username);
  expect(await site.site.offerOwnership()).toBeUndefined();
  await sql`update accounts set suspended_at = now(), suspension_reason = 'demo_ended'
    where id = ${demo.id}`.execute(kysely);
  expect(await reasonOf(claim(person, await startAgain()))).toBe('worked');
});

test('tries are few, and only the digest of a key is kept (common.rate_limited)', async () => {
  const person = await join();
  const key = await startAgain();
  const { rows } = await sql<{ text: string }>`select k::text as text from owner_keys k`.execute(kysely);
  expect(rows).toHaveLength(1);
  expect(rows[0]!.text).not.toContain(key);
  const codes: string[] = [];
  for (let i = 0; i <= callsPerMinute.auth; i++) codes.push(await codeOf(claim(person, 'x'.repeat(43))));
  expect(codes[0]).toBe('first_owner.key_refused');
  expect(codes.at(-1)).toBe('common.rate_limited');
});
