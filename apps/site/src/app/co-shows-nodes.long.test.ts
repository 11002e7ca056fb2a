import type { Visitor, VisitorSocket } from '@klieg/testing';
import { eventually } from '@klieg/testing/eventually';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { useSharedNodes } from './testing-shared-nodes.ts';

/* A co-show over two nodes, of which the one that begins it dies at that moment: both rooms see it, and see its end. */

const { database, startNats, startNode, join, loginAt } = await useSharedNodes();
const { kysely } = database;
const enter = (visitor: Visitor, room: string): Promise<VisitorSocket> =>
  eventually(async () => visitor.openRoom(await visitor.openLobby({ edition: 5 }), room, { edition: 5 }));

test('what a node has begun when it dies is told, shown and ended by the other (CO6) (CO10)', async () => {
  await startNats();
  const a = await eventually(() => startNode('a'));
  const b = await eventually(() => startNode('b'));
  const ada = await join(a.url, 'ada', 'model');
  const bea = await join(b.url, 'bea', 'model');
  await sql`insert into rooms (account_id, status, broadcast_id, stream_name, width, height, started_at)
    select id, 'online', gen_random_uuid(), username || ${'s'.repeat(19)}, 640, 480, now() from accounts
    where type = 'model'`.execute(kysely);
  const pages = [
    await enter(await join(b.url, 'fan_of_ada', 'other'), 'ada'),
    await enter(await join(b.url, 'fan_of_bea', 'other'), 'bea'),
  ];
  const { request } = await ada.call('askCoShow', { body: { username: 'bea' } });
  const params = { id: request.co_show_id };
  // Across nodes the one who is asked sees the request, and accepts at the node that dies as soon as it is written.
  await eventually(async () => expect((await bea.call('getCoShow')).requests).toHaveLength(1));
  const there = await loginAt(a.url, 'bea');
  const accepting = there.call('acceptCoShow', { params, body: {} }).catch(() => undefined);
  const isWritten = async () =>
    (await sql`select from co_shows where state = 'running'`.execute(kysely)).rows.length > 0;
  while (!(await isWritten()));
  await a.kill();
  await accepting;
  for (const [at, partner] of ['bea', 'ada'].entries())
    expect(await pages[at]!.waitFor('v3.co_show.update')).toMatchObject({
      status: 'running',
      username: partner,
    });
  const viewer = await loginAt(b.url, 'fan_of_ada');
  const { coShow } = await viewer.call('getRoom', { params: { username: 'ada' } });
  expect(coShow).toMatchObject({ username: 'bea', co_show_id: params.id });
  await sql`update rooms set status = 'offline' where account_id = (select id from accounts where username = 'ada')`.execute(
    kysely,
  );
  for (const page of pages)
    expect(await page.waitFor('v3.co_show.update', ({ status }) => status === 'ended')).toMatchObject({
      reason: 'offline',
    });
});
