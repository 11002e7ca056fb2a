import { eventually } from '@klieg/testing/eventually';
import { sql } from 'kysely';
import { isLongRun } from '@klieg/testing/run-length';
import { expect, test } from 'vitest';
import { useSharedNodes } from './testing-shared-nodes.ts';

/* What both of two nodes see at the same time is mailed once. */

const { database, startNats, startNode, join } = await useSharedNodes();
const { kysely } = database;
const MEMBERS = 8;

test.runIf(isLongRun)(
  'members whose renewal is refused under the eyes of two nodes are mailed once each',
  async () => {
    await startNats();
    const a = await eventually(() => startNode('a'));
    await startNode('b');
    for (let at = 0; at < MEMBERS; at++) await join(a.url, `member_${at}`, 'other');
    // None has a card, so each renewal is refused.
    await sql`insert into memberships (account_id, membership, ends_at, is_running, auto_renew, renewal_cents, next_try_at)
    select id, 'vip', now() + interval '20 hours', true, true, 2999, now() from accounts
    where username like 'member\\_%'`.execute(kysely);
    const countsOf = async () => {
      const { rows } = await sql<{ mails: number }>`
      select count(k.id)::int as mails from accounts a
      left join kept_mails k on k."to" = a.email and k.subject = 'Your membership could not be renewed'
      where a.username like 'member\\_%' group by a.id`.execute(kysely);
      return rows.map(({ mails }) => mails);
    };
    await eventually(async () => expect(Math.min(...(await countsOf()))).toBe(1));
    await eventually(async () => {
      const { rows } =
        await sql`select 1 from jobs.job where name = 'money-mails' and state <> 'completed'`.execute(kysely);
      expect(rows).toEqual([]);
    });
    expect(await countsOf()).toEqual(Array.from({ length: MEMBERS }, () => 1));
  },
);
