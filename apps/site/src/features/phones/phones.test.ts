import { MEDIA_FACTS } from '@klieg/contract/media';
import { systemClock } from '@klieg/kernel';
import { DAY_MS, MINUTE_MS } from '@klieg/kernel/time';
import { eventually } from '@klieg/testing/eventually';
import { isFullRun, isLongRun } from '@klieg/testing/run-length';
import { sql } from 'kysely';
import { afterEach, describe, expect, test } from 'vitest';
import { codeOf, type Member, useTestSite } from '../../app/testing-site.ts';
import { liveFact } from '../broadcast/testing-live.ts';
import { codeIn, openTestTexts } from './testing-texts.ts';

let laterMs = 0;
const site = await useTestSite({ clock: { now: () => systemClock.now() + laterMs } });
const texts = openTestTexts(site);
afterEach(() => texts.setFaults());

let count = 0;
/** A number that nobody has named before. */
const freshNumber = () => `+35191${String((count += 1)).padStart(7, '0')}`;
const save = (member: Member, user_phone_number: string | null) =>
  member.call('saveSettings', { body: { user_phone_number } });
const send = (member: Member) => member.call('sendPhoneCode', { body: {} });
const confirm = (member: Member, code: string) => member.call('confirmPhone', { body: { code } });
const isConfirmed = async (member: Member) => (await member.call('getPhone')).phone_confirmed;
/** Another code than this one. */
const wrongFor = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0');

async function joinWithNumber(number = freshNumber()) {
  const member = await site.join();
  await save(member, number);
  return { member, number };
}

/** Asks for a code and waits until it has come. */
async function receive(member: Member, number: string): Promise<string> {
  const before = (await texts.to(number)).length;
  await send(member);
  return eventually(async () => {
    const came = await texts.to(number);
    expect(came).toHaveLength(before + 1);
    return codeIn(came[0]!);
  });
}

async function joinWithCode() {
  const { member, number } = await joinWithNumber();
  return { member, number, code: await receive(member, number) };
}

describe('a phone number', () => {
  test('is confirmed by the code that is texted there, which says whose it is and how long it works', async () => {
    const { member, number, code } = await joinWithCode();
    const [text] = await texts.to(number);
    expect(text).toBe(
      `${code} is your code for Klieg. It works for 10 minutes. Give it to nobody.\n\n@localhost #${code}`,
    );
    expect(await member.call('getPhone')).toEqual({
      user_phone_number: `…${number.slice(-3)}`,
      phone_confirmed: false,
    });
    expect(await confirm(member, `${code.slice(0, 3)} ${code.slice(3)}`)).toEqual({
      status: 1,
      phone_confirmed: true,
    });
    expect(await isConfirmed(member)).toBe(true);
  });

  test('that is not saved gets no code (common.not_found)', async () => {
    const member = await site.join();
    expect(await codeOf(send(member))).toBe('common.not_found');
    expect(await member.call('getPhone')).toEqual({ user_phone_number: null, phone_confirmed: false });
    const { member: other } = await joinWithNumber();
    await save(other, null);
    expect(await codeOf(send(other))).toBe('common.not_found');
  });

  test('is confirmed by no code that was sent before it was changed (identity.two_factor_failed)', async () => {
    const { member, code } = await joinWithCode();
    await save(member, freshNumber());
    expect(await codeOf(confirm(member, code))).toBe('identity.two_factor_failed');
    expect(await isConfirmed(member)).toBe(false);
  });

  test('that is changed is confirmed no more, one that is saved again is', async () => {
    const { member, number, code } = await joinWithCode();
    await confirm(member, code);
    await save(member, number);
    expect(await isConfirmed(member)).toBe(true);
    const other = freshNumber();
    await save(member, other);
    expect(await isConfirmed(member)).toBe(false);
    await confirm(member, await receive(member, other));
    expect(await isConfirmed(member)).toBe(true);
  });
});

describe('a code', () => {
  test('is good once (identity.two_factor_failed)', async () => {
    const { member, code } = await joinWithCode();
    await confirm(member, code);
    expect(await codeOf(confirm(member, code))).toBe('identity.two_factor_failed');
    expect(await isConfirmed(member)).toBe(true);
  });

  test('that two give at once is taken from one of them', async () => {
    const { member, code } = await joinWithCode();
    const answers = await Promise.all([1, 2].map(() => codeOf(confirm(member, code))));
    expect(answers.toSorted()).toEqual(['identity.two_factor_failed', 'not refused']);
  });

  test('has five tries, also of many at once; then the right one is refused, too', async () => {
    const { member, number, code } = await joinWithCode();
    const wrong = await Promise.all(Array.from({ length: 5 }, () => codeOf(confirm(member, wrongFor(code)))));
    expect(new Set(wrong)).toEqual(new Set(['identity.two_factor_failed']));
    expect(await codeOf(confirm(member, code))).toBe('identity.two_factor_failed');
    await confirm(member, await receive(member, number));
    expect(await isConfirmed(member)).toBe(true);
  });

  test('works for ten minutes', async () => {
    const [early, late] = [await joinWithCode(), await joinWithCode()];
    laterMs += 9 * MINUTE_MS;
    await confirm(early.member, early.code);
    laterMs += 2 * MINUTE_MS;
    expect(await codeOf(confirm(late.member, late.code))).toBe('identity.two_factor_failed');
  });

  test('is replaced by the next one', async () => {
    const { member, number, code } = await joinWithCode();
    const next = await receive(member, number);
    expect(next).not.toBe(code);
    expect(await codeOf(confirm(member, code))).toBe('identity.two_factor_failed');
    await confirm(member, next);
  });

  test('of another account is none, also for the same number, which either may confirm', async () => {
    const { member, number, code } = await joinWithCode();
    const { member: other } = await joinWithNumber(number);
    expect(await codeOf(confirm(other, code))).toBe('identity.two_factor_failed');
    const own = await receive(other, number);
    expect(await codeOf(confirm(other, code))).toBe('identity.two_factor_failed');
    await confirm(other, own);
    await confirm(member, code);
    expect([await isConfirmed(member), await isConfirmed(other)]).toEqual([true, true]);
  });

  test('that is none, or that nobody has asked for, is refused the same way', async () => {
    const { member } = await joinWithNumber();
    const answers = ['1234', '123456', 'abcdefgh'].map((code) => codeOf(confirm(member, code)));
    expect(new Set(await Promise.all(answers))).toEqual(new Set(['identity.two_factor_failed']));
    expect(await codeOf(confirm(member, '123'))).toBe('common.invalid_input');
  });

  test('stands neither in a row nor in a job', async () => {
    const { code } = await joinWithCode();
    const rows = await sql<{ row: string }>`
      select c::text as row from phone_codes c union all select data::text from jobs.job`.execute(
      site.owner.kysely,
    );
    expect(rows.rows.length).toBeGreaterThan(1);
    // Alone, not within the digits of an id or a time.
    expect(rows.rows.filter(({ row }) => new RegExp(`(?<![\\da-f.])${code}(?![\\da-f])`).test(row))).toEqual(
      [],
    );
  });
});

describe('codes are sent', () => {
  test('three times a day, also when asked for at once, and again the day after (common.rate_limited)', async () => {
    const { member, number } = await joinWithNumber();
    const answers = await Promise.all(Array.from({ length: 5 }, () => codeOf(send(member))));
    expect(answers.filter((answer) => answer === 'not refused')).toHaveLength(3);
    expect(answers.filter((answer) => answer === 'common.rate_limited')).toHaveLength(2);
    const refused = (await send(member).catch((error: unknown) => error)) as {
      readonly body: { readonly params: { readonly retry_after_seconds: number } };
    };
    // That of the day, not the short one of a minute.
    expect(refused.body.params.retry_after_seconds).toBeGreaterThan(3_600);
    await save(member, freshNumber());
    expect(await codeOf(send(member))).toBe('common.rate_limited');
    await save(member, number);
    laterMs += DAY_MS;
    await receive(member, number);
  });

  test('ten times a day to one number; more accounts that name it are answered the same and send nothing', async () => {
    const number = freshNumber();
    const people = await Promise.all(Array.from({ length: 4 }, () => joinWithNumber(number)));
    for (const { member } of people)
      for (let i = 0; i < 3; i++) expect(await codeOf(send(member))).toBe('not refused');
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from jobs.job
      where name = 'phone-code' and data ->> 'codeId' in (
        select id::text from phone_codes where number = ${number})`.execute(site.owner.kysely);
    expect(rows[0]!.count).toBe(10);
  });
});

/** The state of the job of the newest code to a number, and how often it was tried again. */
const jobOf = async (number: string) => {
  const { rows } = await sql<{ state: string }>`
    select j.state::text as state from jobs.job j join phone_codes c on c.id::text = j.data ->> 'codeId'
    where j.name = 'phone-code' and c.number = ${number} order by c.asked_at desc limit 1`.execute(
    site.owner.kysely,
  );
  return rows[0]?.state;
};

describe('a gateway', () => {
  test.runIf(isFullRun)('that fails is asked again, and the code that it then sends is good', async () => {
    await texts.setFaults({ isAway: true });
    const { member, number } = await joinWithNumber();
    expect(await send(member)).toEqual({ status: 1 });
    await eventually(async () => expect(await jobOf(number)).toBe('retry'));
    expect(await texts.to(number)).toEqual([]);
    await texts.setFaults();
    await sql`update jobs.job set start_after = now() where state = 'retry'`.execute(site.owner.kysely);
    const text = await eventually(async () => {
      const came = await texts.to(number);
      expect(came).toHaveLength(1);
      return came[0]!;
    });
    await confirm(member, codeIn(text));
  });

  test.runIf(isLongRun)('that comes back too late sends no old code', async () => {
    await texts.setFaults({ isAway: true });
    const { member, number } = await joinWithNumber();
    await send(member);
    await eventually(async () => expect(await jobOf(number)).toBe('retry'));
    await texts.setFaults();
    laterMs += 11 * MINUTE_MS;
    await sql`update jobs.job set start_after = now() where state = 'retry'`.execute(site.owner.kysely);
    await eventually(async () => expect(await jobOf(number)).toBe('completed'));
    expect(await texts.to(number)).toEqual([]);
  });

  test('that refuses a number is not asked again, and the call does not tell', async () => {
    await texts.setFaults({ refuses: true });
    const { member, number } = await joinWithNumber();
    expect(await send(member)).toEqual({ status: 1 });
    await eventually(async () => expect(await jobOf(number)).toBe('completed'));
    expect(await texts.to(number)).toEqual([]);
  });

  test.runIf(isLongRun)(
    'that is silent keeps nobody waiting, and a text that it has taken is not sent twice',
    async () => {
      await texts.setFaults({ delayMs: 600_000 });
      const { member, number } = await joinWithNumber();
      expect(await send(member)).toEqual({ status: 1 });
      await eventually(async () => expect(await jobOf(number)).toBe('retry'));
      await texts.setFaults();
      await sql`update jobs.job set start_after = now() where state = 'retry'`.execute(site.owner.kysely);
      await eventually(async () => expect(await jobOf(number)).toBe('completed'));
      const came = await texts.to(number);
      expect(came).toHaveLength(1);
      await confirm(member, codeIn(came[0]!));
    },
  );

  test('that is not there closes all of it, and the site says so (identity.sms_unavailable)', async () => {
    const closed = await useTestSite({ hasSandbox: false });
    const member = await closed.join();
    await save(member, freshNumber());
    expect(await codeOf(send(member))).toBe('identity.sms_unavailable');
    expect(await codeOf(confirm(member, '123456'))).toBe('identity.sms_unavailable');
    expect((await member.call('getPhone')).phone_confirmed).toBe(false);
    expect((await member.call('getSiteConfig')).switches.sms).toBe(false);
    expect((await (await site.visit()).call('getSiteConfig')).switches.sms).toBe(true);
  });
});

test('news of a performer goes to numbers that are confirmed, and to no other', async () => {
  const [model, confirmed, other] = await Promise.all([
    site.join({ type: 'model' }),
    joinWithCode(),
    joinWithNumber(),
  ]);
  await confirm(confirmed.member, confirmed.code);
  for (const { member } of [confirmed, other]) {
    await member.call('saveSettings', { body: { featured_show_notification: 'sms,web' } });
    await member.call('follow', { params: { username: model.username }, body: {} });
  }
  const started = await model.call('startBroadcast', { body: { streaming_tech: 'webrtc' } });
  const broadcast = { broadcastId: started.broadcast_id, streamName: started.stream_name };
  site.bus.publish(MEDIA_FACTS, liveFact(model, broadcast, { width: 1_280, height: 720 }));
  await eventually(async () =>
    expect(await texts.to(confirmed.number)).toContain(
      `${model.username} is live: http://localhost:${new URL(site.url).port}/${model.username}`,
    ),
  );
  for (const { member } of [confirmed, other])
    await eventually(async () => {
      const { items } = await member.call('listNotifications', { query: {} });
      expect(items.map(({ kind }) => kind)).toContain('model_online');
    });
  await eventually(async () => {
    const open = await sql`
      select 1 from jobs.job where name = 'news-text' and state <> 'completed'`.execute(site.owner.kysely);
    expect(open.rows).toEqual([]);
  });
  expect(await texts.to(other.number)).toEqual([]);
});

test('the demo’s page of kept mails shows the texts, too', async () => {
  const { number, code } = await joinWithCode();
  const page = await (await fetch(`${site.url}/dev/mail`)).text();
  expect(page).toContain('Kept text messages');
  expect(page).toContain(number);
  expect(page).toContain(`${code} is your code for Klieg.`);
});
