import { once } from 'node:events';
import { uuidv7 } from '@klieg/kernel';
import type { Visitor, VisitorSocket } from '@klieg/testing';
import { eventually } from '@klieg/testing/eventually';
import { expect, test } from 'vitest';
import { useSharedNodes } from './testing-shared-nodes.ts';

/* One room on two sites that share a database and NATS: all of them die once. */

const { startNats, startNode, join, loginAt } = await useSharedNodes();
/** Enters the room, again until a node lets in. */
const enter = (visitor: Visitor): Promise<VisitorSocket> =>
  eventually(async () => visitor.openRoom(await visitor.openLobby(), 'anna'));
const write = async (page: VisitorSocket, message: string, client_id: string = uuidv7()) => {
  const before = page.received.length;
  page.send('v3.chat.send', { client_id, message });
  const isAnswer = ({ name, payload }: VisitorSocket['received'][number]) =>
    name === 'v3.ack' && payload['client_id'] === client_id;
  return eventually(() => {
    const ack = page.received.slice(before).find(isAnswer);
    expect(ack).toBeDefined();
    return ack!.payload;
  });
};
/** Lines that a page shows: the last whole and what came after it. */
const linesOf = (page: VisitorSocket): string[] => {
  const at = page.received.findLastIndex(({ name }) => name === 'v3.chat.history');
  const whole = (page.received[at]?.payload['messages'] ?? []) as { message: string }[];
  const later = page.received.slice(at + 1).filter(({ name }) => name === 'v3.chat.message');
  return [...whole, ...later.map(({ payload }) => payload as { message: string })].map(
    ({ message }) => message,
  );
};
/** Writes until the line is taken, as pages do; a room that moves refuses for a while. */
const insist = (page: VisitorSocket, message: string, id: string = uuidv7()) =>
  eventually(async () => expect((await write(page, message, id)).status).toBe(1), 1_200);

test('a room on two nodes stays one through the death of either node and of the bus (REALTIME-026) (W53) (W54)', async () => {
  let nats = await startNats();
  const [a, b] = await Promise.all([eventually(() => startNode('a')), eventually(() => startNode('b'))]);
  const model = await join(a.url, 'anna', 'model');
  await join(a.url, 'bert', 'other');
  await join(a.url, 'carl', 'other');
  const bert = await loginAt(a.url, 'bert');
  const carl = await loginAt(b.url, 'carl');
  const onA = await enter(bert);
  const onB = await enter(carl);

  // Lines of both, in one order; people of both are counted.
  for (let i = 0; i < 5; i++) {
    await insist(onA, `a${i}`);
    await insist(onB, `b${i}`);
  }
  await eventually(() => expect(linesOf(onA)).toHaveLength(10));
  await eventually(() => expect(linesOf(onB)).toEqual(linesOf(onA)));
  await onB.waitFor('v3.chat.user_count', ({ user_count }) => user_count === 2);

  // What is decided on one node holds on the other.
  const params = { params: { username: 'anna' } };
  await model.call('moderate', { ...params, body: { username: 'carl', action: 'silence', minutes: 5 } });
  await onB.waitFor('v3.chat.moderate', ({ action }) => action === 'silence');
  expect((await write(onB, 'hello'))['errorType']).toBe('silenced');
  await model.call('moderate', { ...params, body: { username: 'carl', action: 'unsilence' } });
  await onB.waitFor('v3.chat.moderate', ({ action }) => action === 'unsilence');

  // Without the bus each node serves its pages; the one that follows says that it cannot take a line.
  nats.kill('SIGKILL');
  await once(nats, 'exit');
  await insist(onA, 'alone');
  await eventually(
    async () =>
      // Where writing went slowly, its line may first be refused as one too many.
      expect(await write(onB, 'lost')).toMatchObject({ status: 0, errorType: 'unavailable' }),
    1_200,
  );
  nats = await startNats();
  await eventually(() => expect(linesOf(onB)).toContain('alone'));
  await insist(onB, 'together');
  await eventually(() => expect(linesOf(onA)).toEqual(linesOf(onB)));
  expect(linesOf(onA)).not.toContain('lost');

  // The owner dies: the other goes on with what was there, under a new epoch.
  const before = linesOf(onB);
  await a.kill();
  await insist(onB, 'after a');
  await eventually(() => expect(linesOf(onB)).toEqual([...before, 'after a']));
  const epochs = () =>
    onB.received.filter(({ name }) => name === 'v3.room.snapshot').map(({ payload }) => payload['epoch']);
  await eventually(() => expect(new Set(epochs()).size).toBe(2));

  // It comes back as one that follows, and goes on when the other dies in turn.
  const again = await startNode('a');
  const back = await enter(await loginAt(again.url, 'bert'));
  await eventually(() => expect(linesOf(back)).toEqual(linesOf(onB)));
  await insist(back, 'bert is back');
  await eventually(() => expect(linesOf(onB)).toContain('bert is back'));
  const whole = linesOf(back);
  await b.kill();
  await insist(back, 'after b');
  await eventually(() => expect(linesOf(back)).toEqual([...whole, 'after b']));
  const carlToo = await enter(await loginAt(again.url, 'carl'));
  await eventually(() => expect(linesOf(carlToo)).toEqual(linesOf(back)));
});
