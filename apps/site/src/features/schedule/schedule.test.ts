import { AHEAD_DAYS_MAX, REMINDERS_MAX, STREAMS_MAX } from '@klieg/contract/features/schedule/limits';
import { type AccountId, uuidv7 } from '@klieg/kernel';
import { isFullRun } from '@klieg/testing/run-length';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { BEHIND_PROXY, codeOf, type Member, useTestSite } from '../../app/testing-site.ts';
import type { ListedModel } from '../rooms/index.ts';
import { makeScheduleCardPart } from './card-part.ts';
import { makeRemind } from './remind.ts';
import { makeReminderStore } from './reminder-store.ts';
import { makeScheduleStore } from './schedule-store.ts';
import { addDays, clockAt } from '../../platform/zoned-time.ts';

/* The site does nothing by itself here: people are reminded when a test says so. */
const site = await useTestSite({ env: { ...BEHIND_PROXY, ROLES: 'site,media' } });
const { kysely } = site.database;
const MINUTE = 60_000;
const named = ({ username }: Member) => ({ username });

/** What is announced, at an hour of UTC so many minutes from now. */
const terms = (inMinutes: number, more: object = {}) => {
  const { date, time } = clockAt(Date.now() + inMinutes * MINUTE, 'UTC');
  return {
    title: 'Piano by candlelight',
    kind: 'public' as const,
    date,
    time,
    duration_minutes: 60,
    time_zone: 'UTC',
    is_weekly: false,
    ...more,
  };
};
const announce = async (model: Member, inMinutes: number, more: object = {}, id: string = uuidv7()) => {
  const { streams } = await model.call('saveStream', { params: { id }, body: terms(inMinutes, more) });
  return { id, stream: streams.find((one) => one.id === id)!, streams };
};
const remind = (who: Member, model: Member, id: string, wanted = true) =>
  who.call('remindOfStream', { params: { ...named(model), id }, body: { remind: wanted } });
const datesOf = async (who: Pick<Member, 'call'>, model: Member) =>
  (await who.call('getSchedule', { params: named(model) })).dates;
/** Titles of the reminders that somebody has got. */
const toldOf = async (who: Member) => {
  const { rows } = await sql<{ url: string; title: string }>`
    select url, params ->> 'title' as title from notices
    where account_id = ${who.id} and code = 'stream_soon' order by id`.execute(kysely);
  return rows.map(({ url, title }) => `${url} ${title}`);
};
const mailsWaiting = async (who: Member) => {
  const { rows } = await sql`
    select 1 from jobs.job where name = 'stream-reminders' and (data ->> 'accountId')::bigint = ${who.id}`.execute(
    kysely,
  );
  return rows.length;
};
const look = () => site.site.doChores();
const model = () => site.join({ type: 'model' });

describe('a stream', () => {
  test('stands on the card of its performer, the next of them, within a week and unless it is removed (C1)', async () => {
    const ada = await model();
    const streams = makeScheduleStore(site.database);
    const part = makeScheduleCardPart(streams);
    const read = async () => (await part.read([{ id: ada.id } as ListedModel]))[0];
    await announce(ada, 10 * 24 * 60);
    expect(await read()).toEqual({});
    const later = await announce(ada, 3 * 24 * 60);
    const { id, stream } = await announce(ada, 24 * 60);
    expect(await read()).toEqual({ next_stream_at: stream.dates[0]!.starts_at });
    await ada.call('removeStream', { params: { id }, body: {} });
    expect(await read()).toEqual({ next_stream_at: later.stream.dates[0]!.starts_at });
  });

  test('is announced, changed and removed by its performer alone (C1) (C3)', async () => {
    const ada = await model();
    const { id, stream } = await announce(ada, 24 * 60, {
      kind: 'ticket',
      title: ' Piano \n by  candlelight ',
    });
    expect(stream).toMatchObject({ ...terms(24 * 60), kind: 'ticket', title: 'Piano by candlelight' });
    expect(stream.dates).toMatchObject([{ date: stream.date, is_canceled: false }]);
    const { streams } = await announce(ada, 48 * 60, { title: 'Later', is_weekly: true }, id);
    expect(streams).toHaveLength(1);
    expect(streams[0]).toMatchObject({ id, title: 'Later', is_weekly: true });
    expect(streams[0]!.dates).toHaveLength(6);

    const other = await model();
    expect(await codeOf(announce(other, 60, {}, id))).toBe('schedule.stream_gone');
    await other.call('removeStream', { params: { id }, body: {} });
    expect((await ada.call('getOwnSchedule')).streams).toHaveLength(1);
    for (const stranger of [await site.join(), await site.visit()])
      expect(await codeOf(stranger.call('getOwnSchedule'))).toMatch(
        /^common\.(?:forbidden|unauthenticated)$/u,
      );
    const waiting = await site.join({ type: 'model', isApproved: false });
    expect(await codeOf(announce(waiting, 60))).toBe('broadcast.not_approved');

    expect((await ada.call('removeStream', { params: { id }, body: {} })).streams).toEqual([]);
    expect((await ada.call('removeStream', { params: { id }, body: {} })).streams).toEqual([]);
  });

  test.runIf(isFullRun)(
    'says what is wrong with it: past, too far, too many, and fields that are none (C3)',
    async () => {
      const ada = await model();
      expect(await codeOf(announce(ada, -5))).toBe('schedule.not_to_come');
      expect(await codeOf(announce(ada, (AHEAD_DAYS_MAX + 1) * 24 * 60))).toBe('schedule.too_far');
      for (const wrong of [
        { title: ' ' },
        { title: 'x'.repeat(81) },
        { kind: 'other' },
        { time: '24:00' },
        { date: '2026-02-30' },
        { duration_minutes: 14 },
        { duration_minutes: 721 },
        { time_zone: 'Mars/Olympus' },
        { time_zone: '+02:00' },
      ])
        expect(await codeOf(announce(ada, 60, wrong)), JSON.stringify(wrong)).toBe('common.invalid_input');
      for (let at = 0; at < STREAMS_MAX; at++) await announce(ada, 60 + at);
      expect(await codeOf(announce(ada, 600))).toBe('schedule.full');
      // What is over counts no more, and leaves.
      await sql`update scheduled_streams set over_at = now() - interval '25 hours', next_at = null
      where stream_id = (select min(stream_id::text)::uuid from scheduled_streams where account_id = ${ada.id})`.execute(
        kysely,
      );
      expect((await announce(ada, 600)).streams).toHaveLength(STREAMS_MAX);
      await look();
      const { rows } = await sql`select 1 from scheduled_streams where account_id = ${ada.id}`.execute(
        kysely,
      );
      expect(rows).toHaveLength(STREAMS_MAX);
    },
  );

  test.runIf(isFullRun)('a repeat is the same, and many at once are not more than twenty (C4)', async () => {
    const ada = await model();
    const id = uuidv7();
    await Promise.all([announce(ada, 60, {}, id), announce(ada, 60, {}, id)]);
    expect((await ada.call('getOwnSchedule')).streams).toHaveLength(1);
    const codes = await Promise.all(Array.from({ length: 25 }, (_, at) => codeOf(announce(ada, 61 + at))));
    expect(codes.filter((code) => code === 'schedule.full')).toHaveLength(6);
    expect((await ada.call('getOwnSchedule')).streams).toHaveLength(STREAMS_MAX);
  });

  test('one date is canceled and put back, and no date that is none (C5)', async () => {
    const ada = await model();
    const viewer = await site.join();
    const { id, stream } = await announce(ada, 60, { is_weekly: true });
    const second = stream.dates[1]!.date;
    const cancel = (date: string, is_canceled = true) =>
      ada.call('cancelStreamDate', { params: { id, date }, body: { is_canceled } });
    for (let times = 0; times < 2; times++)
      expect((await cancel(second)).streams[0]!.dates.map(({ is_canceled: off }) => off)).toEqual([
        false,
        true,
        false,
        false,
        false,
        false,
      ]);
    expect((await datesOf(viewer, ada)).map(({ is_canceled: off }) => off)).toEqual([
      false,
      true,
      false,
      false,
    ]);
    await cancel(second, false);
    expect((await datesOf(viewer, ada)).some(({ is_canceled: off }) => off)).toBe(false);
    expect(await codeOf(cancel(addDays(second, 1)))).toBe('schedule.date_gone');
    const other = await model();
    const params = { id, date: second };
    expect(await codeOf(other.call('cancelStreamDate', { params, body: { is_canceled: true } }))).toBe(
      'schedule.stream_gone',
    );
  });
});

describe('what is announced', () => {
  test('is shown to viewers and guests, in the bio and among coming shows (C6)', async () => {
    const ada = await model();
    const viewer = await site.join();
    await announce(ada, 24 * 60, { title: 'Once' });
    await announce(ada, 60, { title: 'Weekly', is_weekly: true, kind: 'private' });
    const guest = await site.visit();
    expect((await datesOf(guest, ada)).map(({ title }) => title)).toEqual([
      'Weekly',
      'Once',
      'Weekly',
      'Weekly',
      'Weekly',
    ]);
    expect((await datesOf(viewer, ada))[0]).toMatchObject({
      kind: 'private',
      is_weekly: true,
      is_canceled: false,
      is_reminded: false,
    });
    const { schedule } = await guest.call('getBio', { params: named(ada) });
    const { date, time } = terms(60);
    expect(schedule).toMatchObject([{ day: new Date(date).getUTCDay(), from: time, tz: 'UTC' }]);
    await site.site.catalog.reload();
    const { shows } = await guest.call('listModelShows', { query: {} });
    const own = shows.filter(({ username }) => username === ada.username);
    expect(own.map(({ type, title, ticket_price: price }) => `${type} ${title} ${price}`)).toEqual([
      'scheduled Weekly 0',
      'scheduled Once 0',
    ]);
    expect(await datesOf(guest, await model())).toEqual([]);
  });

  test('is a calendar whose events keep their name when their hour changes (C7)', async () => {
    const ada = await model();
    // Both hours are of the same day, also close to midnight.
    const first = terms(60).date === terms(90).date ? 60 : 120;
    const { id, stream } = await announce(ada, first, { is_weekly: true, title: 'Piano, by candlelight' });
    const file = async (query = '') => {
      const answer = await fetch(`${site.url}/schedule/${ada.username}.ics${query}`);
      return { answer, text: (await answer.text()).replaceAll('\r\n ', '') };
    };
    const { answer, text } = await file();
    expect(answer.headers.get('content-type')).toBe('text/calendar; charset=utf-8');
    expect(text.match(/^BEGIN:VEVENT\r$/gmu)).toHaveLength(53);
    const uid = `UID:${id}-${stream.date}@localhost`;
    expect(text).toContain(uid.replace('@localhost', '@'));
    expect(text).toContain(`SUMMARY:${ada.username}: Piano\\, by candlelight\r\n`);
    expect(text).toContain('SEQUENCE:0\r\n');

    const one = await file(`?stream=${id}&date=${stream.date}`);
    expect(one.text.match(/^BEGIN:VEVENT\r$/gmu)).toHaveLength(1);
    expect(one.text).toContain(`UID:${id}-${stream.date}@`);
    expect(one.answer.headers.get('content-disposition')).toContain('attachment');

    await ada.call('saveStream', {
      params: { id },
      body: { ...terms(first + 30, { is_weekly: true }), date: stream.date },
    });
    await ada.call('cancelStreamDate', { params: { id, date: stream.date }, body: { is_canceled: true } });
    const later = await file(`?stream=${id}&date=${stream.date}`);
    expect(later.text).toContain(`UID:${id}-${stream.date}@`);
    expect(later.text).toContain('SEQUENCE:2\r\n');
    expect(later.text).toContain('STATUS:CANCELLED\r\n');
    for (const wrong of [
      `?stream=${id}`,
      `?date=${stream.date}`,
      `?stream=${id}&date=2001-01-01`,
      '?stream=x&date=y',
      '?date=a&date=b',
    ])
      expect((await file(wrong)).answer.status, wrong).toBe(404);
    for (const path of ['/schedule/nobody_here.ics', '/schedule/x', '/schedule/%2e%2e.ics'])
      expect((await fetch(`${site.url}${path}`)).status).toBe(404);
  });

  test('is nothing for whom the room keeps out (C8)', async () => {
    const ada = await site.join({ type: 'model', settings: { blocked_countries: ['DE'] } });
    const { id } = await announce(ada, 60);
    const from = { country: 'DE', address: '203.0.113.9' };
    const kept = await site.join({ from });
    expect(await codeOf(datesOf(kept, ada))).toBe('rooms.not_found');
    expect(await codeOf(remind(kept, ada, id))).toBe('rooms.not_found');
    const path = `/schedule/${ada.username}.ics`;
    expect((await kept.fetch(path)).status).toBe(404);
    const let_in = await site.visit({ country: 'FR', address: '203.0.113.10' });
    expect((await let_in.fetch(path)).status).toBe(200);
  });
});

describe('the remind switch', () => {
  test('is for who is logged in and not the performer; a repeat changes nothing (C9)', async () => {
    const ada = await model();
    const fan = await site.join();
    const { id } = await announce(ada, 24 * 60, { is_weekly: true });
    for (let times = 0; times < 2; times++)
      expect(await remind(fan, ada, id)).toEqual({ status: 1, is_reminded: true });
    expect((await datesOf(fan, ada)).every(({ is_reminded: on }) => on)).toBe(true);
    for (let times = 0; times < 2; times++)
      expect(await remind(fan, ada, id, false)).toEqual({ status: 1, is_reminded: false });
    expect((await datesOf(fan, ada)).some(({ is_reminded: on }) => on)).toBe(false);
    const guest = await site.visit();
    expect(await codeOf(remind(guest as Member, ada, id))).toBe('common.unauthenticated');
    expect(await codeOf(remind(ada, ada, id))).toBe('common.not_self');
    expect(await codeOf(remind(fan, ada, uuidv7()))).toBe('schedule.stream_gone');
    expect(await codeOf(remind(fan, await model(), id))).toBe('schedule.stream_gone');
    await sql`insert into scheduled_streams (stream_id, account_id, title, kind, first_date, starts_time,
        duration_minutes, time_zone, is_weekly)
      select gen_random_uuid(), ${ada.id}, 'x', 'public', '2030-01-01', '10:00', 60, 'UTC', true
      from generate_series(1, ${REMINDERS_MAX}::int)`.execute(kysely);
    await sql`insert into stream_reminders (stream_id, account_id)
      select stream_id, ${fan.id} from scheduled_streams where account_id = ${ada.id} and title = 'x'`.execute(
      kysely,
    );
    expect(await codeOf(remind(fan, ada, id))).toBe('schedule.reminders_full');
  });
});

describe('a reminder', () => {
  test('is told once, from a quarter of an hour before, with a mail that waits (C10)', async () => {
    const ada = await model();
    const [fan, other] = [await site.join(), await site.join()];
    const early = await announce(ada, 17, { title: 'Early' });
    const { id } = await announce(ada, 10, { title: 'Soon', is_weekly: true });
    await remind(fan, ada, id);
    await remind(fan, ada, early.id);
    await Promise.all([look(), look()]);
    await look();
    expect(await toldOf(fan)).toEqual([`/${ada.username} Soon`]);
    expect(await mailsWaiting(fan)).toBe(1);
    expect(await toldOf(other)).toEqual([]);
    const { items } = await fan.call('listNotifications', { query: {} });
    expect(items[0]).toMatchObject({
      title: `${ada.username} is live soon`,
      body: 'Soon',
      url: `/${ada.username}`,
    });
    // Who asks within the quarter of an hour is told, too.
    await remind(other, ada, id);
    await look();
    expect(await toldOf(other)).toHaveLength(1);
    expect(await toldOf(fan)).toHaveLength(1);
  });

  test('reaches everybody once after a crash in the middle, and from two at once (C10)', async () => {
    const ada = await model();
    const fans = await Promise.all(Array.from({ length: 4 }, () => site.join()));
    const { id } = await announce(ada, 9);
    for (const fan of fans) await remind(fan, ada, id);
    const streams = makeScheduleStore(site.database);
    const reminders = makeReminderStore(site.database);
    const accounts = site.site.accounts;
    const make = (later: (to: AccountId) => Promise<void>) =>
      makeRemind({
        database: site.database,
        accounts,
        streams,
        reminders,
        mayRemind: (_owner, people) => Promise.resolve(people.map(({ accountId }) => accountId)),
        notifyWithin: async (transaction, accountId) => {
          await sql`insert into notices (id, account_id, kind, code, params)
            values (${uuidv7()}, ${accountId}, 'model_online', 'stream_soon', '{"title":"x"}')`.execute(
            transaction,
          );
          return () => undefined;
        },
        mails: { later: ({ accountId }) => later(accountId) },
      });
    let left = 2;
    const dying = make(() =>
      (left -= 1) > 0 ? Promise.resolve() : Promise.reject(new Error('the process died')),
    );
    await expect(dying()).rejects.toThrow('the process died');
    for (const fan of fans) expect(await toldOf(fan)).toEqual([]);
    const whole = make(() => Promise.resolve());
    await Promise.all([whole(), whole(), whole()]);
    for (const fan of fans) expect(await toldOf(fan)).toHaveLength(1);
  });

  test('comes as long as the stream has not begun, and never after the start; a weekly one waits for its next (C11)', async () => {
    const ada = await model();
    const fan = await site.join();
    const late = await announce(ada, 1.5, { title: 'Just now' });
    const over = await announce(ada, 8, { title: 'Begun', is_weekly: true });
    await remind(fan, ada, late.id);
    await remind(fan, ada, over.id);
    // The site was down until after its start.
    await sql`update scheduled_streams set next_at = now() - interval '1 second',
        first_date = (now() at time zone 'UTC' - interval '1 minute')::date,
        starts_time = date_trunc('minute', now() at time zone 'UTC' - interval '1 minute')::time
      where stream_id = ${over.id}`.execute(kysely);
    await look();
    expect(await toldOf(fan)).toEqual([`/${ada.username} Just now`]);
    const { rows } = await sql<{ next_at: Date }>`
      select next_at from scheduled_streams where stream_id = ${over.id}`.execute(kysely);
    expect(rows[0]!.next_at.getTime()).toBeGreaterThan(Date.now() + 6 * 24 * 60 * MINUTE);
  });

  test.runIf(isFullRun)(
    'does not come of a date that was canceled, moved or removed, and comes at the new hour (C12)',
    async () => {
      const ada = await model();
      const fan = await site.join();
      const off = await announce(ada, 10, { title: 'Canceled', is_weekly: true });
      const moved = await announce(ada, 10, { title: 'Moved' });
      const gone = await announce(ada, 10, { title: 'Removed' });
      for (const { id } of [off, moved, gone]) await remind(fan, ada, id);
      const date = off.stream.dates[0]!.date;
      await ada.call('cancelStreamDate', { params: { id: off.id, date }, body: { is_canceled: true } });
      await announce(ada, 60, { title: 'Moved' }, moved.id);
      await ada.call('removeStream', { params: { id: gone.id }, body: {} });
      await look();
      expect(await toldOf(fan)).toEqual([]);
      await announce(ada, 12, { title: 'Moved' }, moved.id);
      await look();
      await look();
      expect(await toldOf(fan)).toEqual([`/${ada.username} Moved`]);
      // Told of an hour that does not hold any more: once more, but not again and again.
      for (const minutes of [13, 14]) {
        await announce(ada, minutes, { title: 'Moved' }, moved.id);
        await look();
      }
      expect((await toldOf(fan)).length).toBeLessThanOrEqual(2);
      await ada.call('cancelStreamDate', { params: { id: off.id, date }, body: { is_canceled: false } });
      await look();
      expect(await toldOf(fan)).toContain(`/${ada.username} Canceled`);
    },
  );

  test('whom the room keeps out are not reminded: banned, ignored, blocked by country, suspended, or switched off (C13)', async () => {
    const ada = await model();
    const { id } = await announce(ada, 10);
    const [banned, ignoring, ignored, abroad, suspended, off, fan] = (await Promise.all(
      Array.from({ length: 7 }, (_, at) =>
        site.join(
          at === 3
            ? { from: { country: 'DE', address: '203.0.113.77' } }
            : { from: { country: 'FR', address: `203.0.113.${at + 80}` } },
        ),
      ),
    )) as [Member, Member, Member, Member, Member, Member, Member];
    for (const who of [banned, ignoring, ignored, abroad, suspended, off, fan]) await remind(who, ada, id);
    await ada.call('moderate', { params: named(ada), body: { username: banned.username, action: 'ban' } });
    await ignoring.call('ignorePerson', { params: named(ada), body: { ignored: true } });
    await ada.call('ignorePerson', { params: named(ignored), body: { ignored: true } });
    await ada.call('saveSettings', { body: { blocked_countries: ['DE'] } });
    await sql`update accounts set suspended_at = now() where id = ${suspended.id}`.execute(kysely);
    await remind(off, ada, id, false);
    await look();
    for (const who of [banned, ignoring, ignored, abroad, suspended, off])
      expect(await toldOf(who), who.username).toEqual([]);
    expect(await toldOf(fan)).toHaveLength(1);
    const closed = await model();
    const { id: other } = await announce(closed, 10);
    await remind(fan, closed, other);
    await sql`update accounts set suspended_at = now() where id = ${closed.id}`.execute(kysely);
    await look();
    expect(await toldOf(fan)).toHaveLength(1);
  });
});
