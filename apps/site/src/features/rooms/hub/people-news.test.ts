import { type AccountId, silentLog } from '@klieg/kernel';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { makeMemoryBus } from '#site/platform/bus/index.ts';
import type { Socket } from '#site/platform/sockets/index.ts';
import { BATCH_MS } from './people-news.ts';
import type { Person } from '../people/person.ts';
import { makeRoomHub } from './room-hub.ts';
import { openSeating } from '../seats/seats.ts';

// What the room does by the clock is steered here; sockets write by themselves when they are flushed.
beforeEach(() => vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'], now: 0 }));
afterEach(() => vi.useRealTimers());

const personOf = (username: string): Person =>
  ({
    key: username,
    username,
    displayName: username,
    role: 'viewer',
    caller: { account: null },
    invisibleLevel: 0,
  }) as unknown as Person;

/** A page that remembers what was written to it, a burst each. */
function pageOf() {
  const bursts: string[] = [];
  const socket = {
    dialect: { edition: 2, form: 'plain' },
    isOpen: true,
    isVisible: true,
    slowSince: undefined,
    write(frames: Buffer) {
      bursts.push(frames.toString('utf8'));
      return true;
    },
  };
  return { socket: socket as unknown as Socket, bursts };
}

async function openRoom() {
  const hub = makeRoomHub({
    bus: makeMemoryBus(silentLog),
    node: 'n1',
    leases: {
      claim: async () => ({ node: 'n1', term: 1 }) as never,
      renew: async () => new Set(),
      release: async () => {},
      addressOf: async () => null,
    },
    log: silentLog,
    addressTag: () => undefined,
    clock: { now: () => Date.now() },
    readSeating: async () => openSeating,
    onDelivered: () => {},
    onRoomCount: () => {},
    onCount: () => {},
  });
  const room = await hub.open('marlowe', 1 as AccountId);
  const page = pageOf();
  room.lists.join(page.socket, 'tokens.viewers');
  const come = (username: string) => {
    const { socket } = pageOf();
    room.presence.add(personOf(username), socket);
    return () => room.presence.remove(username, socket);
  };
  /** What the page was written by now: `+` who came, `-` who left, `list` the whole; a burst each. */
  const told = () => {
    room.lists.flush();
    return page.bursts
      .splice(0)
      .map((burst) =>
        [...burst.matchAll(/\[(51|52|53),\{(?:"room":"marlowe",)?"(?:user":\{"username":"(\w+)|seq)"/gu)]
          .map(([, id, name]) => (id === '51' ? 'list' : `${id === '52' ? '+' : '-'}${name}`))
          .join(' '),
      );
  };
  const pass = (ms: number) => vi.advanceTimersByTime(ms);
  return { hub, come, told, pass };
}

test('who comes and goes within 5 s is told in one burst at their end, and not before (CHAT-032) (CONSTANTS-048)', async () => {
  const { hub, come, told, pass } = await openRoom();
  expect(BATCH_MS).toBe(5_000);
  come('anna');
  pass(1_500);
  const benLeaves = come('ben');
  pass(1_500);
  come('cara');
  pass(1_999);
  expect(told()).toEqual([]);
  pass(1);
  expect(told()).toEqual(['+anna +ben +cara']);
  benLeaves();
  come('dora');
  pass(BATCH_MS - 1);
  expect(told()).toEqual([]);
  pass(1);
  expect(told()).toEqual(['+dora -ben']);
  pass(BATCH_MS);
  expect(told()).toEqual([]);
  await hub.close();
});

test('more than a hundred within 5 s are told by one list (CHAT-032)', async () => {
  const { hub, come, told, pass } = await openRoom();
  for (let n = 0; n < 101; n++) come(`guest_${n}`);
  pass(BATCH_MS);
  expect(told()).toEqual(['list']);
  await hub.close();
});
