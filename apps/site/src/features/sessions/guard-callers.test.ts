import { createHash } from 'node:crypto';
import { CallError } from '@klieg/contract/client';
import { readPuzzle, solvePuzzle } from '@klieg/contract/features/captcha/puzzle';
import { makeVisitor, type Visitor } from '@klieg/testing';
import { isFullRun } from '@klieg/testing/run-length';
import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import { codeOf, TEST_PASSWORD, useTestSite } from '../../app/testing-site.ts';
import { FORGOTTEN_LIMITS, JOIN_LIMITS } from './guard-callers.ts';
import { NETWORK_AN_HOUR } from './guard-strangers.ts';

/* Work beside the log-in: who links accounts, who joins and who has forgotten a password. */

// It stands still, so that nothing comes back while a test runs.
const start = Date.now();
let ahead = 0;
const site = await useTestSite({
  isGenerous: false,
  env: { TRUSTED_HOPS: '1' },
  clock: { now: () => start + ahead },
});
const { kysely } = site.database;
beforeEach(async () => {
  ahead = 0;
  await sql`delete from rate_buckets`.execute(kysely);
});

const sha256 = (text: string) => createHash('sha256').update(text).digest();
const refusalOf = (call: Promise<unknown>) =>
  call.then(
    () => undefined,
    (error: unknown) => (error instanceof CallError ? error : undefined),
  );
/** The answer to what a call is refused with. */
const workFor = async (call: Promise<unknown>) =>
  solvePuzzle(readPuzzle((await refusalOf(call))?.body?.params)!, sha256);
let network = 0;
const freshAddress = () => `203.0.${Math.floor(++network / 250)}.${(network % 250) + 1}`;
const visitFrom = async (address = freshAddress()) => {
  const visitor = makeVisitor(site.url, { address });
  await visitor.arrive();
  return visitor;
};
const joinFrom = (address = freshAddress()) => site.join({ from: { address } });
/** One that is over is asked for again only beyond what a minute allows. */
const later = () => void (ahead += 6_500);
/** Somebody elsewhere has used up what may be done in an hour, but for so many. @param one does it once */
const leave = async (left: number, one: Promise<unknown>) => {
  await codeOf(one);
  await sql`update rate_buckets set level = ${left} where period_ms = 3600000`.execute(kysely);
};
const useUpLogins = async (left = 0) =>
  leave(
    left,
    (await visitFrom()).call('login', { body: { login: 'nobody_here', password: 'stolen password' } }),
  );

describe('linking another account', () => {
  const link = (by: Visitor, login: string, password = 'stolen password', captcha?: string) =>
    by.call('linkAccount', { body: { login, password, ...(captcha !== undefined && { captcha }) } });

  test.runIf(isFullRun)(
    'counts its tries like those of a stranger who fails at the log-in, by network (identity.captcha_required)',
    async () => {
      const thief = await joinFrom();
      const codes: string[] = [];
      for (let at = 0; at < NETWORK_AN_HOUR + 3; at++) {
        later();
        codes.push(await codeOf(link(thief, `nobody_${at}`)));
      }
      expect(codes.slice(0, NETWORK_AN_HOUR)).toEqual(
        Array.from({ length: NETWORK_AN_HOUR }, () => 'identity.bad_credentials'),
      );
      expect(codes.slice(NETWORK_AN_HOUR)).toEqual(
        Array.from({ length: 3 }, () => 'identity.captcha_required'),
      );
    },
  );

  test('counts all who try together with the log-in, from however many accounts and networks', async () => {
    await useUpLogins(6);
    const thieves = [await joinFrom(), await joinFrom(), await joinFrom()];
    const codes: string[] = [];
    for (let at = 0; at < 6; at++) codes.push(await codeOf(link(thieves[at % 3]!, `nobody_${at}`)));
    expect(new Set(codes)).toEqual(new Set(['identity.bad_credentials']));
    expect(await codeOf(link(await joinFrom(), 'nobody'))).toBe('identity.captcha_required');
    const login = { login: 'nobody', password: 'stolen password' };
    expect(await codeOf((await visitFrom()).call('login', { body: login }))).toBe(
      'identity.captcha_required',
    );
  });

  test('goes on for whoever does the work, with that pair alone, and is told alike of names that nobody has (identity.captcha_failed)', async () => {
    const [owner, other] = [await joinFrom(), await joinFrom()];
    await useUpLogins();
    const told = await Promise.all(
      [other.username, 'nobody_at_all'].map((login) => refusalOf(link(owner, login))),
    );
    expect(told.map((one) => [one?.httpStatus, one?.code])).toEqual([
      [400, 'identity.captcha_required'],
      [400, 'identity.captcha_required'],
    ]);
    const answer = await workFor(link(owner, other.username, TEST_PASSWORD));
    expect(await codeOf(link(owner, other.username, 'a guess', answer))).toBe('identity.captcha_failed');
    expect(await codeOf(link(owner, 'nobody', TEST_PASSWORD, answer))).toBe('identity.captcha_failed');
    const { items } = await link(owner, other.username, TEST_PASSWORD, answer);
    expect(items.map(({ username }) => username)).toEqual([owner.username, other.username]);
  });

  test('that succeeds uses up nothing of what others may try', async () => {
    const [owner, other] = [await joinFrom(), await joinFrom()];
    await useUpLogins(1);
    await link(owner, other.username, TEST_PASSWORD);
    expect(await codeOf(link(await joinFrom(), 'nobody'))).toBe('identity.bad_credentials');
  });
});

describe('joining', () => {
  let names = 0;
  const formOf = (more: object = {}) => ({
    username: `newcomer_${++names}`,
    email: `newcomer_${names}@example.org`,
    password: TEST_PASSWORD,
    birth_date: '1990-01-01',
    gender: 'f' as const,
    terms_accepted: true as const,
    age_confirmed: true as const,
    ...more,
  });
  const register = (by: Visitor, body: ReturnType<typeof formOf> & { captcha?: string }) =>
    by.call('register', { body });
  const useUpJoins = async (left = 0) => leave(left, register(await visitFrom(), formOf()));

  test('asks for work after twenty accounts of one network in an hour, of others not (identity.captcha_required)', async () => {
    const address = freshAddress();
    const join = async () => codeOf(register(await visitFrom(address), formOf()));
    expect(await join()).toBe('not refused');
    const { rows } = await sql<{ level: number }>`
      select level from rate_buckets where period_ms = 3600000 order by level`.execute(kysely);
    const { networkAnHour, siteAnHour } = JOIN_LIMITS;
    expect(rows.map(({ level }) => level)).toEqual([networkAnHour - 1, siteAnHour - 1]);
    await sql`update rate_buckets set level = 1 where period_ms = 3600000 and level < ${networkAnHour}`.execute(
      kysely,
    );
    expect([await join(), await join(), await join()]).toEqual([
      'not refused',
      'identity.captcha_required',
      'identity.captcha_required',
    ]);
    expect(await codeOf(register(await visitFrom(), formOf()))).toBe('not refused');
  });

  test('goes on for whoever does the work, for that name and address alone (identity.captcha_failed)', async () => {
    await useUpJoins();
    const [visitor, form] = [await visitFrom(), formOf()];
    const captcha = await workFor(register(visitor, form));
    expect(await codeOf(register(visitor, formOf({ captcha })))).toBe('identity.captcha_failed');
    expect(await codeOf(register(visitor, { ...form, captcha: 'x' }))).toBe('identity.captcha_failed');
    expect((await register(visitor, { ...form, captcha })).user.username).toBe(form.username);
  });

  test('counts accounts that are made: one that is refused leaves the place to the next', async () => {
    const taken = await joinFrom();
    await useUpJoins(1);
    const visitor = await visitFrom();
    const refused = formOf({ username: taken.username });
    expect(await codeOf(register(visitor, refused))).toBe('identity.username_taken');
    expect(await codeOf(register(visitor, formOf()))).toBe('not refused');
    expect(await codeOf(register(await visitFrom(), formOf()))).toBe('identity.captcha_required');
  });

  test('says the same of an address that somebody has confirmed as of any other', async () => {
    const owner = await joinFrom();
    await sql`update accounts set email_confirmed = true where id = ${owner.id}`.execute(kysely);
    const { rows } = await sql<{ email: string }>`select email from accounts where id = ${owner.id}`.execute(
      kysely,
    );
    await useUpJoins();
    const told = [];
    for (const email of [rows[0]!.email, 'nobody@example.org'])
      told.push(await refusalOf(register(await visitFrom(), formOf({ email }))));
    expect(told.map((one) => [one?.httpStatus, one?.code, Object.keys(one?.body?.params ?? {})])).toEqual([
      [400, 'identity.captcha_required', ['puzzle', 'bits']],
      [400, 'identity.captcha_required', ['puzzle', 'bits']],
    ]);
  });
});

describe('a forgotten password', () => {
  const forgot = (by: Visitor, login: string, captcha?: string) =>
    by.call('forgotPassword', { body: { login, ...(captcha !== undefined && { captcha }) } });
  const useUpMails = async () => leave(0, forgot(await visitFrom(), 'nobody_here'));

  test('asks for work after twenty of one network in an hour (identity.captcha_required)', async () => {
    const visitor = await visitFrom();
    const codes: string[] = [];
    for (let at = 0; at < FORGOTTEN_LIMITS.networkAnHour + 2; at++) {
      later();
      codes.push(await codeOf(forgot(visitor, `nobody_${at}`)));
    }
    expect(codes).toEqual([
      ...Array.from({ length: FORGOTTEN_LIMITS.networkAnHour }, () => 'not refused'),
      'identity.captcha_required',
      'identity.captcha_required',
    ]);
    expect(await codeOf(forgot(await visitFrom(), 'nobody'))).toBe('not refused');
  });

  test('answers alike whether there is such an account or not, before work is asked for and after', async () => {
    const owner = await joinFrom();
    const told = async () => {
      const answers = [];
      for (const login of [owner.username, 'nobody_at_al']) {
        const { csrf, cookie } = await arrive();
        const answer = await fetch(`${site.url}/api/v1/auth/forgot`, {
          method: 'POST',
          headers: {
            'content-type': 'application/json',
            'x-csrf-token': csrf,
            cookie,
            origin: site.url,
            'sec-fetch-site': 'same-origin',
            'x-forwarded-for': freshAddress(),
          },
          body: JSON.stringify({ login }),
        });
        answers.push([answer.status, (await answer.text()).length]);
      }
      return answers;
    };
    const arrive = async () => {
      const answer = await fetch(`${site.url}/api/v1/site_config`, {
        headers: { 'sec-fetch-site': 'same-origin' },
      });
      const { csrf } = (await answer.json()) as { csrf: string };
      return {
        csrf,
        cookie: answer.headers
          .getSetCookie()
          .map((one) => one.split(';')[0])
          .join('; '),
      };
    };
    const [known, unknown] = await told();
    expect(known).toEqual(unknown);
    expect(known![0]).toBe(200);
    await useUpMails();
    const [asked, alike] = await told();
    expect(asked).toEqual(alike);
    expect(asked![0]).toBe(400);
  });

  test('is mailed for whoever does the work, for that name alone (identity.captcha_failed)', async () => {
    const owner = await joinFrom();
    await useUpMails();
    const visitor = await visitFrom();
    const captcha = await workFor(forgot(visitor, owner.username));
    expect(await codeOf(forgot(visitor, 'somebody_else', captcha))).toBe('identity.captcha_failed');
    expect((await forgot(visitor, owner.username, captcha)).status).toBe(1);
  });
});
