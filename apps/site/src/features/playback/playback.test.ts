import { HOUR_MS } from '@klieg/kernel/time';
import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import { openTestDesk } from '../../app/testing-desk-store.ts';
import { codeOf, useTestSite } from '../../app/testing-site.ts';
import { makePlaybackCounter } from './count-playback.ts';
import type { CountRow } from './playback-store.ts';

const site = await useTestSite({});
const desk = openTestDesk(site);
const admin = await desk.joinAdmin();
const { kysely } = site.database;

const report = (more: object = {}) => ({
  way: 'ws' as const,
  is_first: true,
  start_ms: 450,
  watched_ms: 60_000,
  stalls: 0,
  stalled_ms: 0,
  latency_ms: 900,
  ...more,
});
const read = (days: '1' | '7' | '30' = '1') => admin.call('readPlayback', { query: { days } });

beforeEach(async () => {
  await read();
  await sql`delete from playback_counts`.execute(kysely);
});

describe('how live pictures do at viewers', () => {
  test('is counted by way and hour, of guests and members alike, and nobody stands in it', async () => {
    const guest = await site.visit();
    const member = await site.join({ username: 'viewer_of_pictures' });
    await guest.call('reportPlayback', { body: report() });
    await guest.call('reportPlayback', {
      body: report({ is_first: false, start_ms: null, stalls: 2, stalled_ms: 6_000 }),
    });
    await member.call('reportPlayback', { body: report({ way: 'whep', start_ms: 1_800, latency_ms: 150 }) });
    await member.call('reportPlayback', {
      body: report({ way: 'hls', start_ms: null, watched_ms: 0, latency_ms: null }),
    });
    const { total, ways, points, step_hours: step } = await read();
    expect(total).toMatchObject({ plays: 3, failures: 1, watched_hours: 0.05, stalls_per_hour: 40 });
    expect(total.stalled_percent).toBeCloseTo((100 * 6) / 186, 2);
    expect(ways.map(({ way, plays, failures }) => [way, plays, failures])).toEqual([
      ['ws', 1, 0],
      ['whep', 1, 0],
      ['hls', 1, 1],
    ]);
    expect(ways[2]).toMatchObject({ start_p50_ms: null, stalled_percent: null, latency_p95_ms: null });
    expect(step).toBe(1);
    expect(points).toHaveLength(24);
    expect(points.at(-1)).toMatchObject({ plays: 3 });
    expect(points[0]).toMatchObject({ plays: 0, start_p50_ms: null });
    const { rows } = await sql`select * from playback_counts`.execute(kysely);
    expect(JSON.stringify(rows)).not.toContain('viewer_of_pictures');
  });

  test('goes back a day by hours, a week and a month by days, and no further', async () => {
    const now = Date.now();
    for (const hours of [0, 2, 30, 24 * 6, 24 * 20, 24 * 40])
      await sql`insert into playback_counts (hour, way, kind, bucket, count)
        values (${new Date(Math.floor(now / HOUR_MS) * HOUR_MS - hours * HOUR_MS)}, 'ws', 'plays', 0, 10)`.execute(
        kysely,
      );
    const [day, week, month] = await Promise.all([read('1'), read('7'), read('30')]);
    expect([day.total.plays, week.total.plays, month.total.plays]).toEqual([20, 40, 50]);
    expect([day.points.length, week.points.length, month.points.length]).toEqual([24, 7, 30]);
    expect(week.points.reduce((sum, { plays }) => sum + plays, 0)).toBe(40);
    expect(week.step_hours).toBe(24);
  });

  test('is no place for what cannot be, and is read by the operator alone', async () => {
    const guest = await site.visit();
    for (const wrong of [
      { way: 'smoke' },
      { watched_ms: -1 },
      { watched_ms: 16 * 60_000 },
      { stalls: 1.5 },
      { start_ms: 120_001 },
      { username: 'anna' },
    ])
      expect(await codeOf(guest.call('reportPlayback', { body: report(wrong) as never }))).toBe(
        'common.invalid_input',
      );
    expect((await read()).total.plays).toBe(0);
    expect(await codeOf(guest.call('readPlayback', { query: { days: '1' } }))).toMatch(/^common\./);
    const member = await site.join({ username: 'curious' });
    expect(await codeOf(member.call('readPlayback', { query: { days: '1' } }))).toMatch(/^common\./);
  });

  test('is not lost when the database is away for a moment, and not written twice', async () => {
    const store = { rows: [] as CountRow[] };
    const clock = { now: () => 5 * HOUR_MS };
    let fails = true;
    const counter = makePlaybackCounter({
      clock: clock as never,
      store: {
        async add(rows) {
          if (fails) throw new Error('the database is away');
          store.rows.push(...rows);
        },
      },
    });
    counter.add(report());
    await expect(counter.flush()).rejects.toThrow('away');
    counter.add(report());
    fails = false;
    await counter.flush();
    await counter.flush();
    // What could not be written was not lost, and nothing is written twice.
    expect(store.rows.find(({ kind }) => kind === 'plays')?.count).toBe(2);
    expect(store.rows.filter(({ kind }) => kind === 'plays')).toHaveLength(1);
  });
});
