import { expect, test } from 'vitest';
import { makeRateStore } from '#site/platform/http/index.ts';
import { useTestDatabase } from '#site/platform/postgres/testing.ts';
import { codeOf } from '#site/app/testing-site.ts';
import { makePasswordTries } from './password-tries.ts';

const { database } = await useTestDatabase();
const rates = makeRateStore(database, Buffer.alloc(32, 3));

function setUp(isGenerousToLoopback = false) {
  let nowMs = 1_000_000;
  const tries = () => makePasswordTries({ rates, isGenerousToLoopback, now: () => nowMs });
  // Two nodes of one site.
  const [one, other] = [tries(), tries()];
  return { one, other, advance: (ms: number) => (nowMs += ms) };
}
const from = (address: string, isLoopback = false) => ({ address, isLoopback });

test('five wrong passwords of one network in ten minutes, on all nodes together, whatever the room (common.rate_limited)', async () => {
  const { one, other, advance } = setUp();
  const guesser = from('192.0.2.7');
  for (const node of [one, other, one, other, one]) await node.count(guesser);
  for (const node of [one, other]) expect(await codeOf(node.count(guesser))).toBe('common.rate_limited');
  await one.count(from('198.51.100.7'));
  advance(120_000);
  await other.count(guesser);
  expect(await codeOf(one.count(guesser))).toBe('common.rate_limited');
});

test('a right password counts for nothing', async () => {
  const { one } = setUp();
  const guest = from('203.0.113.9');
  for (let i = 0; i < 20; i++) {
    await one.count(guest);
    await one.forgive(guest);
  }
});

test('a demo on this machine has twenty times as many', async () => {
  const { one } = setUp(true);
  const here = from('127.0.0.1', true);
  for (let i = 0; i < 100; i++) await one.count(here);
  expect(await codeOf(one.count(here))).toBe('common.rate_limited');
});
