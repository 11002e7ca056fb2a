import { createHash } from 'node:crypto';
import { CallError } from '@klieg/contract/client';
import { readPuzzle, solvePuzzle } from '@klieg/contract/features/captcha/puzzle';
import { makeVisitor } from '@klieg/testing';
import { isFullRun, isLongRun } from '@klieg/testing/run-length';
import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import { codeOf, TEST_PASSWORD, useTestSite } from '../../app/testing-site.ts';
import { makeRateStore } from '../../platform/http/index.ts';
import { NETWORK_AN_HOUR, STRANGERS_AN_HOUR } from './guard-strangers.ts';

let ahead = 0;
const site = await useTestSite({
  isGenerous: false,
  env: { TRUSTED_HOPS: '1' },
  clock: { now: () => Date.now() + ahead },
});
const member = await site.join({ from: { address: '198.51.100.1' } });
beforeEach(async () => {
  await sql`delete from rate_buckets`.execute(site.database.kysely);
});

const sha256 = (text: string) => createHash('sha256').update(text).digest();
const visitFrom = async (address: string) => {
  const visitor = makeVisitor(site.url, { address });
  await visitor.arrive();
  return visitor;
};
type Stranger = Awaited<ReturnType<typeof visitFrom>>;
const logIn = (who: Stranger, login: string, password: string, captcha?: string) =>
  codeOf(who.call('login', { body: { login, password, ...(captcha !== undefined && { captcha }) } }));
/** The puzzle with which a log-in is refused. */
const puzzleFor = async (who: Stranger, login: string, password: string) => {
  const refusal: unknown = await who
    .call('login', { body: { login, password } })
    .then(() => undefined)
    .catch((error: unknown) => error);
  return refusal instanceof CallError ? readPuzzle(refusal.body?.params) : undefined;
};

/** Lists of stolen pairs, from a thousand networks, each at names of its own. */
async function stuff(pairs: number, networks: number) {
  const codes: string[] = [];
  const visitors = await Promise.all(
    Array.from({ length: networks }, (_, at) => visitFrom(`203.0.${Math.floor(at / 250)}.${(at % 250) + 1}`)),
  );
  for (let at = 0; at < pairs; at += 20)
    codes.push(
      ...(await Promise.all(
        Array.from({ length: Math.min(20, pairs - at) }, (_, i) =>
          logIn(visitors[(at + i) % networks]!, `nobody_${at + i}`, 'stolen password'),
        ),
      )),
    );
  return codes;
}

describe('strangers who fail', () => {
  test.runIf(isLongRun)(
    'are asked to do some work after a hundred of them, from however many networks (identity.captcha_required)',
    async () => {
      const codes = await stuff(400, 200);
      expect(codes.filter((code) => code === 'identity.bad_credentials')).toHaveLength(STRANGERS_AN_HOUR);
      expect(new Set(codes)).toEqual(new Set(['identity.bad_credentials', 'identity.captcha_required']));
      // Neither does a pause bring the hundred back, but the hour does.
      ahead = 90_000;
      await makeRateStore(site.database, new Uint8Array(32)).prune(Date.now() + ahead);
      expect((await stuff(20, 20)).filter((code) => code === 'identity.bad_credentials').length).toBeLessThan(
        5,
      );
      ahead = 0;
    },
  );

  test('of one network are asked after twenty, and those of another are not', async () => {
    const one = await visitFrom('203.0.113.7');
    const codes: string[] = [];
    for (let at = 0; at < NETWORK_AN_HOUR + 5; at++) {
      // Those of a minute are another limit.
      ahead += 6_500;
      codes.push(await logIn(one, `nobody_${at}`, 'guessed'));
    }
    expect(codes.filter((code) => code === 'identity.bad_credentials')).toHaveLength(NETWORK_AN_HOUR);
    expect(codes.slice(NETWORK_AN_HOUR)).toEqual(
      Array.from({ length: 5 }, () => 'identity.captcha_required'),
    );
    expect(await logIn(await visitFrom('203.0.113.8'), 'nobody', 'guessed')).toBe('identity.bad_credentials');
    ahead = 0;
  });

  test.runIf(isFullRun)('are told alike whether there is such an account or not', async () => {
    await stuff(STRANGERS_AN_HOUR, 50);
    const stranger = await visitFrom('203.0.113.9');
    expect(await logIn(stranger, member.username, 'guessed')).toBe('identity.captcha_required');
    expect(await logIn(stranger, 'nobody_at_all', 'guessed')).toBe('identity.captcha_required');
  });
});

describe('whoever does the work', () => {
  test.runIf(isFullRun)('gets in, with that pair alone (identity.captcha_failed)', async () => {
    await stuff(STRANGERS_AN_HOUR, 50);
    const owner = await visitFrom('203.0.113.10');
    const puzzle = await puzzleFor(owner, member.username, TEST_PASSWORD);
    const answer = solvePuzzle(puzzle!, sha256);
    const other = await visitFrom('203.0.113.11');
    expect(await logIn(other, member.username, 'another guess', answer)).toBe('identity.captcha_failed');
    expect(await logIn(other, 'nobody', TEST_PASSWORD, answer)).toBe('identity.captcha_failed');
    for (const text of ['', 'x', `${puzzle!.puzzle}.1`])
      expect(await logIn(other, member.username, TEST_PASSWORD, text)).toBe('identity.captcha_failed');
    expect(await logIn(owner, member.username, TEST_PASSWORD, answer)).toBe('not refused');
  });

  test.runIf(isLongRun)('is not asked at all where the browser has logged in before', async () => {
    const known = await visitFrom('198.51.100.2');
    await known.login(member.username, TEST_PASSWORD);
    await known.call('logout', { body: {} });
    await stuff(STRANGERS_AN_HOUR, 50);
    expect(await logIn(known, member.username, TEST_PASSWORD)).toBe('not refused');
  });

  test.runIf(isLongRun)('and gets in uses up nothing of what others may try', async () => {
    for (let at = 0; at < 30; at++) {
      ahead += 6_500;
      expect(await logIn(await visitFrom('203.0.113.12'), member.username, TEST_PASSWORD)).toBe(
        'not refused',
      );
    }
    ahead = 0;
  });
});
