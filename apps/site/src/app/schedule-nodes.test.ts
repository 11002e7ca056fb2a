import { uuidv7 } from '@klieg/kernel';
import { eventually } from '@klieg/testing/eventually';
import { sql } from 'kysely';
import { isLongRun } from '@klieg/testing/run-length';
import { expect, test } from 'vitest';
import { useSharedNodes } from './testing-shared-nodes.ts';

/* Two nodes look for reminders at the same time, and one of them dies: everybody is told and mailed once. */

const { database, startNats, startNode, join } = await useSharedNodes();
const { kysely } = database;
const FANS = 30;

test.runIf(isLongRun)(
  'those who asked are reminded and mailed once each under the eyes of two nodes of which one dies (C10)',
  async () => {
    await startNats();
    const a = await eventually(() => startNode('a'));
    const b = await eventually(() => startNode('b'));
    const ada = await join(a.url, 'ada', 'model');
    const id = uuidv7();
    const at = new Date(Date.now() + 14 * 60_000).toISOString();
    const body = {
      title: 'Piano',
      kind: 'public' as const,
      date: at.slice(0, 10),
      time: at.slice(11, 16),
      duration_minutes: 60,
      time_zone: 'UTC',
      is_weekly: false,
    };
    // Everybody has asked before either node looks: the start is moved near at the end.
    const far = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);
    await ada.call('saveStream', { params: { id }, body: { ...body, date: far } });
    const fan = await join(b.url, 'fan_0', 'other');
    await fan.call('remindOfStream', { params: { username: 'ada', id }, body: { remind: true } });
    await sql`insert into accounts (username, display_name, email, email_confirmed, password_hash, gender, type,
      birth_date, compliance_status, settings)
    select 'fan_' || i, 'fan_' || i, 'fan_' || i || '@example.org', true, '', 'f', 'other', '1990-01-01', 'none', '{}'
    from generate_series(1, ${FANS - 1}::int) i`.execute(kysely);
    await sql`insert into stream_reminders (stream_id, account_id)
    select ${id}, id from accounts where username like 'fan\\_%' on conflict do nothing`.execute(kysely);
    await ada.call('saveStream', { params: { id }, body });

    const told = async () => {
      const { rows } = await sql<{ notices: number; mails: number }>`
      select (select count(*)::int from notices n where n.account_id = a.id and n.code = 'stream_soon') as notices,
        (select count(*)::int from kept_mails k where k."to" = a.email and k.subject like '% is live soon') as mails
      from accounts a where a.username like 'fan\\_%'`.execute(kysely);
      return rows;
    };
    await eventually(async () => expect(Math.max(...(await told()).map(({ notices }) => notices))).toBe(1));
    await a.kill();
    await eventually(async () => {
      expect(await told()).toEqual(Array.from({ length: FANS }, () => ({ notices: 1, mails: 1 })));
    });
    const { rows } = await sql`select 1 from told_reminders where is_told`.execute(kysely);
    expect(rows).toHaveLength(FANS);
  },
);
