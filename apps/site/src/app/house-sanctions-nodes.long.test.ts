import { uuidv7 } from '@klieg/kernel';
import type { Visitor } from '@klieg/testing';
import { eventually } from '@klieg/testing/eventually';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { useSharedNodes } from './testing-shared-nodes.ts';

/* What the house decides about somebody on one node holds at once in the rooms of the other. */

const { database, startNats, startNode, join, loginAt } = await useSharedNodes();
const { kysely } = database;

test('a silence of all rooms and a ban from all of them reach pages on both nodes', async () => {
  await startNats();
  const a = (await eventually(() => startNode('a'))).url;
  const b = (await startNode('b')).url;
  await join(a, 'mona', 'other');
  await sql`update accounts set user_roles = '{site_mod}' where username = 'mona'`.execute(kysely);
  const mod = await loginAt(a, 'mona');
  for (const name of ['ada', 'bea']) {
    await join(a, name, 'model');
    await sql`update accounts set compliance_status = 'approved',
      settings = settings || '{"chat_allowed":"all"}' where username = ${name}`.execute(kysely);
  }
  await join(a, 'walt', 'other');
  const pages = await Promise.all([loginAt(a, 'walt'), loginAt(b, 'walt')]);
  const enter = async (page: Visitor, room: string) => page.openRoom(await page.openLobby(), room);
  const rooms = [await enter(pages[0]!, 'ada'), await enter(pages[1]!, 'bea')];
  const write = async (room: (typeof rooms)[number]) => {
    const id = uuidv7();
    room.send('v3.chat.send', { client_id: id, message: `a line ${id}` });
    return room.waitFor('v3.ack', ({ client_id: answered }) => answered === id);
  };
  for (const room of rooms) expect(await write(room)).toMatchObject({ status: 1 });
  const decide = (kind: 'silence' | 'ban') =>
    mod.call('sanctionPerson', {
      params: { username: 'walt' },
      body: { kind, scope: 'chat', reason_code: 'rules', statement: 'You went on writing the same.' },
    });
  const { sanction_id: id } = await decide('silence');
  for (const room of rooms)
    await eventually(async () => expect(await write(room)).toMatchObject({ errorType: 'silenced' }));
  await mod.call('liftSanction', { params: { id }, body: { note: 'It was not meant so.' } });
  for (const room of rooms)
    await eventually(async () => expect(await write(room)).toMatchObject({ status: 1 }));
  await decide('ban');
  for (const room of rooms) expect(await room.waitForClose()).toBe(4403);
});
