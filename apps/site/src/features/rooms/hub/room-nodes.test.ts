import { type AccountId, silentLog, systemClock } from '@klieg/kernel';
import { eventually } from '@klieg/testing/eventually';
import { expect, test } from 'vitest';
import { makeMemoryBus } from '#site/platform/bus/index.ts';
import type { LiveRoom } from './live-room.ts';
import { makeRoomNodes } from './room-nodes.ts';
import { makeRoomReplica } from './room-replica.ts';

test('a room that is forgotten while its claim is on the way is given up, so that another node can have it', async () => {
  const bus = makeMemoryBus(silentLog);
  const ownerId = 7 as AccountId;
  const held = new Set<AccountId>();
  const { promise: claimed, resolve: goOn } = Promise.withResolvers<void>();
  const claim = async () => {
    await claimed;
    held.add(ownerId);
    return { node: 'a', term: 1 };
  };
  const nodes = makeRoomNodes({
    bus,
    node: 'a',
    leases: {
      claim,
      renew: () => Promise.resolve(new Set(held)),
      release: (id) => Promise.resolve(void held.delete(id)),
      addressOf: () => Promise.resolve(null),
    },
    clock: systemClock,
    log: silentLog,
    asChosen: (person) => person,
  });
  const replica = makeRoomReplica({
    node: 'a',
    publish: () => undefined,
    claim,
    now: () => performance.now(),
    wallClock: () => Date.now(),
    onEntry: () => undefined,
    onReset: () => undefined,
  });
  const room = {
    username: 'room',
    ownerId,
    replica,
    presence: { own: [], setRemote: () => undefined },
  } as unknown as LiveRoom;
  nodes.join(room);
  const opening = replica.open();
  nodes.leave(room);
  goOn();
  await eventually(() => expect(held.size).toBe(1));
  await eventually(() => expect(held.size).toBe(0));
  await nodes.stop();
  await bus.close();
  void opening;
});
