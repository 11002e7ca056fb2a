import { MEDIA_TOKEN_MS, signMediaToken } from '@klieg/contract/media';
import { expect, test } from 'vitest';
import { makeAccess } from './access.ts';
import { makeRenewals, type RenewedFact } from './renewals.ts';

const SECRET = new Uint8Array(32).fill(7);

function setup() {
  let nowMs = 1_000_000;
  const told: RenewedFact[] = [];
  const access = makeAccess(SECRET, () => nowMs, { isOver: () => false });
  const renewals = makeRenewals({
    access,
    tell: (fact) => fact.kind === 'renewed' && told.push({ ...fact, node: 'a' }),
  });
  const token = (session = 'anna', streamName = 'room') =>
    signMediaToken(SECRET, {
      use: 'play',
      streamName,
      session,
      mode: 'public',
      expiresAt: nowMs + MEDIA_TOKEN_MS,
    });
  const pass = (ms: number): void => void (nowMs += ms);
  return { access, renewals, told, token, pass };
}

test('an address plays on by what its page shows for it, and ends with that', () => {
  const { renewals, token, pass } = setup();
  const first = token();
  for (let minute = 0; minute < 30; minute++) {
    pass(40_000);
    expect(renewals.renew(first, token(), 'room')).toBe(true);
  }
  expect(renewals.play(first, 'room')).toMatchObject({ session: 'anna' });
  pass(MEDIA_TOKEN_MS);
  expect(renewals.play(first, 'room')).toBeUndefined();
  expect(renewals.renew(first, token(), 'room')).toBe(false);
});

test('a right that is taken away ends the address at once, however fresh its token', () => {
  const { access, renewals, token, pass } = setup();
  const first = token();
  pass(40_000);
  renewals.renew(first, token(), 'room');
  pass(30_000);
  access.revoke({ session: 'anna' });
  expect(renewals.play(first, 'room')).toBeUndefined();
});

test('nobody renews with the token of somebody else, of another stream, or one that is none', () => {
  const { renewals, token, told } = setup();
  const first = token();
  expect(renewals.renew(first, token('berta'), 'room')).toBe(false);
  expect(renewals.renew(first, token('anna', 'other'), 'room')).toBe(false);
  expect(renewals.renew(first, 'st_words', 'room')).toBe(false);
  expect(renewals.renew('st_words', token(), 'room')).toBe(false);
  expect(told).toEqual([]);
});

test('a renewal that is repeated or overtaken changes nothing, and nobody is told of it', () => {
  const { renewals, token, told, pass } = setup();
  const first = token();
  pass(20_000);
  const older = token();
  pass(20_000);
  const newer = token();
  for (const fresh of [newer, newer, older, newer]) expect(renewals.renew(first, fresh, 'room')).toBe(true);
  renewals.hear({ ...told[0]!, fresh: older });
  expect(told.length).toBe(1);
  // The older one has ended, the address goes on with the newer.
  pass(45_000);
  expect(renewals.play(first, 'room')).toMatchObject({ session: 'anna' });
});

test('what one media process was shown holds at the others, who look at it themselves', () => {
  const here = setup();
  const there = setup();
  const first = here.token();
  for (const one of [here, there]) one.pass(40_000);
  here.renewals.renew(first, here.token(), 'room');
  there.renewals.hear(here.told[0]!);
  there.renewals.hear({ ...here.told[0]!, token: first, fresh: here.token('berta') });
  for (const one of [here, there]) one.pass(30_000);
  expect(there.renewals.play(first, 'room')).toMatchObject({ session: 'anna' });
});
