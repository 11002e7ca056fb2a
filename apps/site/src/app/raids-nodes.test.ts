import { uuidv7 } from '@klieg/kernel';
import type { Visitor, VisitorSocket } from '@klieg/testing';
import { eventually } from '@klieg/testing/eventually';
import { sql } from 'kysely';
import { isLongRun } from '@klieg/testing/run-length';
import { expect, test } from 'vitest';
import { useSharedNodes } from './testing-shared-nodes.ts';

/* A raid over two nodes of which the one that began it dies: every yes counts, and it ends once. */

const { database, startNats, startNode, join } = await useSharedNodes();
const { kysely } = database;
const enter = (visitor: Visitor, room: string): Promise<VisitorSocket> =>
  eventually(async () => visitor.openRoom(await visitor.openLobby({ edition: 3 }), room, { edition: 3 }));

test.runIf(isLongRun)(
  'yeses of two nodes are one number, and a node that dies ends nothing (R4) (R5) (R7)',
  async () => {
    await startNats();
    const a = await eventually(() => startNode('a'));
    const b = await eventually(() => startNode('b'));
    const ada = await join(a.url, 'ada', 'model');
    await join(b.url, 'bea', 'model');
    await sql`insert into rooms (account_id, status, broadcast_id, stream_name, width, height, started_at)
    select id, 'online', ${uuidv7()}, username || ${'s'.repeat(19)}, 640, 480, now() from accounts
    where type = 'model'`.execute(kysely);
    const fans = await Promise.all([a, b, b].map((node, at) => join(node.url, `fan_${at}`, 'other')));
    const watcher = await enter(fans[2]!, 'ada');
    const there = await enter(await join(b.url, 'friend_of_bea', 'other'), 'bea');
    const { raid } = await ada.call('startRaid', { body: { username: 'bea' } });
    expect(await watcher.waitFor('v3.raid.update')).toMatchObject({ status: 'asking', to: 'bea' });
    for (const fan of fans.slice(0, 2))
      await fan.call('joinRaid', { params: { username: 'ada', id: raid.raid_id }, body: {} });
    await a.kill();
    await fans[2]!.call('joinRaid', { params: { username: 'ada', id: raid.raid_id }, body: {} });
    await sql`update raids set ends_at = clock_timestamp()`.execute(kysely);
    expect(await watcher.waitFor('v3.raid.update', ({ status }) => status === 'done')).toMatchObject({
      moved: 3,
    });
    expect(await there.waitFor('v3.chat.message')).toMatchObject({
      system_code: 'raid',
      message: 'ada raids with 3 viewers',
    });
    const { rows } = await sql`select state, moved from raids`.execute(kysely);
    expect(rows).toEqual([{ state: 'done', moved: 3 }]);
  },
);
