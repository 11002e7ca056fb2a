import { expect, test } from 'vitest';
import type { SiteCaller } from './caller.ts';
import { makeEndWatch } from './end-watch.ts';

const caller = { sessionId: 's1', account: { id: 7 } } as SiteCaller;
const guest = { sessionId: 'g1', account: null } as SiteCaller;

test.each([
  ['its own session', { sessionId: 's1' }, caller, true],
  ['another session', { sessionId: 's2' }, caller, false],
  ['all of its account', { accountId: 7 }, caller, true],
  ['all of another account', { accountId: 8 }, caller, false],
  ['an account, for a guest', { accountId: 7 }, guest, false],
] as const)('the end of %s is heard as it must be (W33)', (_name, ended, who, expected) => {
  const watch = makeEndWatch();
  watch.heard({ ...ended, reason: 'logout' });
  const listener = watch.begin();
  expect(listener.hasEnded(who)).toBe(false);
  watch.heard({ ...ended, reason: 'logout' });
  expect(listener.hasEnded(who)).toBe(expected);
  listener.end();
});
