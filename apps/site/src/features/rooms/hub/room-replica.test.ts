import type { Payload } from '@klieg/contract';
import { howMany } from '@klieg/testing/run-length';
import { describe, expect, test } from 'vitest';
import {
  LEASE_MS,
  makeRoomReplica,
  type RoomEntry,
  type RoomLease,
  type RoomMessage,
  type RoomReplica,
} from './room-replica.ts';

/*
 * Rooms of several nodes on a clock and a bus of our own: the bus drops, doubles and reorders, nodes die and
 * come, and all of it is cut for a while. Every run is named by its seed.
 */

type Line = Payload<'v3.chat.message'>;
const lineOf = (id: string): Line => ({ id, at: 0, message: id, username: id.split('-')[0]! });

/** Mulberry32: numbers from 0 to 1 that a seed names. */
const makeRandom = (seed: number) => {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
};

interface Weather {
  readonly drop: number;
  readonly double: number;
  readonly delayMs: number;
}
const CALM: Weather = { drop: 0, double: 0, delayMs: 5 };

interface Node {
  readonly name: string;
  readonly replica: RoomReplica;
  /** What a page on this node shows: entry by entry, and the whole after a reset. */
  shown: string[];
  states: number[];
  isAlive: boolean;
}

function makeWorld(seed: number) {
  const random = makeRandom(seed);
  let nowMs = 0;
  let weather = CALM;
  let isCut = false;
  let isDatabaseAway = false;
  let lease: (RoomLease & { untilMs: number }) | undefined;
  let born = 0;
  const nodes: Node[] = [];
  const mail: { readonly atMs: number; readonly to: Node; readonly message: RoomMessage }[] = [];

  const send = (from: string, message: RoomMessage) => {
    if (isCut) return;
    const text = JSON.stringify(message);
    for (const to of nodes) {
      if (to.name === from || !to.isAlive || random() < weather.drop) continue;
      const copies = random() < weather.double ? 2 : 1;
      for (let i = 0; i < copies; i++)
        mail.push({ atMs: nowMs + random() * weather.delayMs, to, message: JSON.parse(text) as RoomMessage });
    }
  };

  const claim = async (name: string): Promise<RoomLease> => {
    await Promise.resolve();
    if (isDatabaseAway) throw new Error('the database is away');
    if (!lease || lease.untilMs < nowMs || lease.node === name)
      lease = { node: name, term: (lease?.term ?? 0) + 1, untilMs: nowMs + LEASE_MS };
    return { node: lease.node, term: lease.term };
  };

  const add = (): Node => {
    born += 1;
    const name = `n${born}`;
    const replica = makeRoomReplica({
      node: name,
      publish: (message) => node.isAlive && send(name, message),
      claim: () => claim(name),
      now: () => nowMs,
      wallClock: () => nowMs,
      onEntry(entry, seq) {
        if (entry.kind === 'line') node.shown.push(entry.line.id);
        if (entry.kind === 'take_lines') node.shown = node.shown.filter((id) => shows(id, entry));
        if (entry.kind === 'state') node.states.push(seq);
      },
      onReset() {
        node.shown = replica.history.map((line) => line.id);
        node.states = [];
      },
    });
    const node: Node = { name, replica, shown: [], states: [], isAlive: true };
    nodes.push(node);
    void replica.open().then(() => {
      node.shown = replica.history.map((line) => line.id);
    });
    return node;
  };

  const renew = (node: Node) => {
    if (isDatabaseAway) return;
    const isMine = lease?.node === node.name && lease.untilMs >= nowMs;
    if (isMine) lease = { ...lease!, untilMs: nowMs + LEASE_MS };
    node.replica.renewed(isMine, nowMs);
  };

  /** Lets time pass, 20 ms a step. */
  const pass = async (ms: number) => {
    const untilMs = nowMs + ms;
    while (nowMs < untilMs) {
      nowMs += 20;
      const due = mail.filter(({ atMs }) => atMs <= nowMs).toSorted((a, b) => a.atMs - b.atMs);
      for (const letter of due) mail.splice(mail.indexOf(letter), 1);
      for (const { to, message } of due) if (to.isAlive) to.replica.hear(message);
      for (const node of nodes) {
        if (!node.isAlive) continue;
        if (nowMs % 500 === 0) node.replica.tick();
        if (nowMs % 1_500 === 0) renew(node);
      }
      for (let i = 0; i < 4; i++) await Promise.resolve();
    }
  };

  return {
    random,
    nodes,
    add,
    pass,
    alive: () => nodes.filter((node) => node.isAlive),
    kill(node: Node) {
      node.isAlive = false;
    },
    setWeather: (next: Weather) => void (weather = next),
    setCut: (next: boolean) => void (isCut = next),
    setDatabaseAway: (next: boolean) => void (isDatabaseAway = next),
  };
}

const shows = (id: string, { lines }: RoomEntry & { readonly kind: 'take_lines' }): boolean => {
  if (lines === 'all') return false;
  return 'id' in lines ? id !== lines.id : id.split('-')[0] !== lines.username;
};

type World = ReturnType<typeof makeWorld>;

/** After calm weather every node shows the same room. */
function expectAgreement(world: World) {
  const [first, ...others] = world.alive();
  const owners = world.alive().filter(({ replica }) => replica.isOwner);
  expect(owners.map(({ name }) => name)).toHaveLength(1);
  const history = first!.replica.history.map(({ id }) => id);
  expect(new Set(history).size).toBe(history.length);
  for (const node of [first!, ...others]) {
    expect(node.replica.isReady).toBe(true);
    expect(node.replica.history.map(({ id }) => id)).toEqual(history);
    expect(node.replica.seq).toBe(first!.replica.seq);
    // A page keeps what has left the room's own history.
    expect(node.shown.slice(-history.length || node.shown.length)).toEqual(history);
    expect(new Set(node.shown).size).toBe(node.shown.length);
    for (const [i, seq] of node.states.entries()) if (i > 0) expect(seq).toBe(node.states[i - 1]! + 1);
  }
}

describe('a room on several nodes', () => {
  test('has one order, one owner, and shows each line once', async () => {
    const world = makeWorld(1);
    const [a, b, c] = [world.add(), world.add(), world.add()];
    await world.pass(3_000);
    const taken = [a, b, c].flatMap(({ name, replica }) =>
      Array.from({ length: 20 }, (_, i) => replica.submit({ kind: 'line', line: lineOf(`${name}-${i}`) })),
    );
    await world.pass(2_000);
    expect(await Promise.all(taken)).toEqual(taken.map(() => true));
    expectAgreement(world);
    expect(a.replica.history).toHaveLength(60);
  });

  test('knows on every node which lines are highlighted, until their time is over or they are taken away (CHAT-017)', async () => {
    const world = makeWorld(7);
    const [a, b] = [world.add(), world.add()];
    await world.pass(2_000);
    for (const id of ['anna-1', 'bert-1']) {
      void a.replica.submit({ kind: 'line', line: lineOf(id) });
      const highlight = { id, message: id, at: 2_000, until: id === 'anna-1' ? 30_000 : 60_000 };
      void b.replica.submit({ kind: 'highlight', highlight });
    }
    await world.pass(1_000);
    const late = world.add();
    await world.pass(2_000);
    const known = () => [a, b, late].map(({ replica }) => replica.highlights.map(({ id }) => id).toSorted());
    expect(known()).toEqual(Array(3).fill(['anna-1', 'bert-1']));
    await world.pass(30_000);
    expect(known()).toEqual(Array(3).fill(['bert-1']));
    void a.replica.submit({ kind: 'take_lines', lines: { username: 'bert' } });
    await world.pass(1_000);
    expect(known()).toEqual([[], [], []]);
  });

  test('keeps what was paid for on every node, also one that comes later, until its show is over or it is taken away', async () => {
    const world = makeWorld(9);
    const [a, b] = [world.add(), world.add()];
    await world.pass(2_000);
    const paid = (id: string, mode?: 'private'): RoomEntry => ({
      kind: 'moment',
      name: 'v3.tip.received',
      variants: { viewers: { id } },
      act: { personKey: 'a1', place: mode && { mode, seat: 'member' } },
      kept: { payload: { id }, username: id.split('-')[0]! },
    });
    const seated = (mode: 'public' | 'private'): RoomEntry => ({
      kind: 'seating',
      seating: { mode, seats: {} },
    });
    void a.replica.submit(paid('anna-1'));
    void b.replica.submit(paid('bert-1'));
    await world.pass(1_000);
    void a.replica.submit({ ...paid('anna-2'), kept: undefined } as never);
    void a.replica.submit(seated('private'));
    void a.replica.submit(paid('anna-3', 'private'));
    await world.pass(2_000);
    const late = world.add();
    await world.pass(2_000);
    const kept = () =>
      [a, b, late].map(({ replica }) => replica.acts.map(({ payload }) => payload['id' as never]));
    expect(kept()).toEqual(Array(3).fill(['anna-1', 'bert-1', 'anna-3']));
    void a.replica.submit(seated('public'));
    void a.replica.submit(paid('anna-4', 'private'));
    void a.replica.submit({ kind: 'take_lines', lines: { username: 'bert' } });
    await world.pass(2_000);
    expect(kept()).toEqual(Array(3).fill(['anna-1']));
    for (let nth = 0; nth < 60; nth++) void a.replica.submit(paid(`carl-${nth}`));
    await world.pass(2_000);
    expect(kept().map((ids) => [ids.length, ids[0], ids.at(-1)])).toEqual(
      Array(3).fill([50, 'carl-10', 'carl-59']),
    );
    void a.replica.submit({ kind: 'take_lines', lines: 'all' });
    await world.pass(2_000);
    expect(kept()).toEqual([[], [], []]);
  });

  test('makes a highlight longer that runs, on every node alike, when two pay for it at once (CHAT-017)', async () => {
    const world = makeWorld(8);
    const [a, b] = [world.add(), world.add()];
    await world.pass(2_000);
    void a.replica.submit({ kind: 'line', line: lineOf('anna-1') });
    const highlight = { id: 'anna-1', message: 'anna-1', at: 2_000, until: 62_000 };
    void a.replica.submit({ kind: 'highlight', highlight });
    void b.replica.submit({ kind: 'highlight', highlight });
    await world.pass(2_000);
    expect([a, b].map(({ replica }) => replica.highlights)).toEqual(
      Array(2).fill([{ ...highlight, until: 122_000 }]),
    );
  });

  test('goes on after its owner has died, with the lines that were there (W54)', async () => {
    const world = makeWorld(2);
    const [a, b] = [world.add(), world.add()];
    await world.pass(2_000);
    void a.replica.submit({ kind: 'line', line: lineOf('anna-1') });
    void b.replica.submit({ kind: 'line', line: lineOf('bert-1') });
    await world.pass(1_000);
    const before = b.replica.epoch;
    expect(a.replica.isOwner).toBe(true);
    world.kill(a);
    const isTaken = b.replica.submit({ kind: 'line', line: lineOf('bert-2') });
    await world.pass(12_000);
    expect(await isTaken).toBe(false);
    expect(b.replica.isOwner).toBe(true);
    expect(b.replica.epoch).not.toBe(before);
    expect(b.replica.history.map(({ id }) => id)).toEqual(['anna-1', 'bert-1']);
    void b.replica.submit({ kind: 'line', line: lineOf('bert-3') });
    expect(b.replica.history).toHaveLength(3);
  });

  test('keeps its owner while the bus is away, and is repaired afterwards (W53)', async () => {
    const world = makeWorld(3);
    const [a, b] = [world.add(), world.add()];
    await world.pass(2_000);
    world.setCut(true);
    void a.replica.submit({ kind: 'line', line: lineOf('anna-1') });
    void a.replica.submit({ kind: 'state', name: 'v3.chat.subject', payload: {} });
    const lost = b.replica.submit({ kind: 'line', line: lineOf('bert-1') });
    await world.pass(20_000);
    expect(await lost).toBe(false);
    expect([a.replica.isOwner, b.replica.isOwner]).toEqual([true, false]);
    world.setCut(false);
    await world.pass(3_000);
    expect(b.replica.history.map(({ id }) => id)).toEqual(['anna-1']);
    expectAgreement(world);
  });

  test('has no owner who cannot reach the database for longer than the lease', async () => {
    const world = makeWorld(4);
    const a = world.add();
    await world.pass(2_000);
    expect(a.replica.isOwner).toBe(true);
    world.setDatabaseAway(true);
    await world.pass(LEASE_MS);
    expect(a.replica.isOwner).toBe(false);
    world.setDatabaseAway(false);
    await world.pass(5_000);
    expect(a.replica.isOwner).toBe(true);
  });

  const SEEDS = howMany(200, 1_000);
  const RUNS = SEEDS / 100;
  test.each(Array.from({ length: RUNS }, (_, i) => i))(
    'agrees again after drops, doubles, disorder, deaths and cuts: hundred seeds from %i00',
    async (hundred) => {
      for (let seed = (hundred * SEEDS) / RUNS; seed < ((hundred + 1) * SEEDS) / RUNS; seed++)
        await liveThrough(seed + 10_000).catch((error: unknown) => {
          throw new Error(`seed ${seed}`, { cause: error });
        });
    },
  );
});

/** One room through a bad quarter of a minute. */
async function liveThrough(seed: number): Promise<void> {
  const world = makeWorld(seed);
  const { random } = world;
  for (let i = 0; i < 3; i++) world.add();
  await world.pass(1_000);
  world.setWeather({ drop: random() * 0.3, double: random() * 0.3, delayMs: random() * 400 });
  let written = 0;
  const acts: readonly (() => void)[] = [
    () => world.setCut(random() < 0.5),
    () => world.setDatabaseAway(random() < 0.3),
    () => {
      const alive = world.alive();
      if (alive.length > 1) world.kill(alive[Math.floor(random() * alive.length)]!);
    },
    () => void (world.alive().length < 4 && world.add()),
  ];
  for (let step = 0; step < 40; step++) {
    const alive = world.alive();
    const { name, replica } = alive[Math.floor(random() * alive.length)]!;
    const draw = random();
    if (draw < 0.75) void replica.submit({ kind: 'line', line: lineOf(`${name}-${(written += 1)}`) });
    else if (draw < 0.85) void replica.submit({ kind: 'state', name: 'v3.chat.subject', payload: {} });
    else if (draw < 0.9) void replica.submit({ kind: 'take_lines', lines: { username: name } });
    else acts[Math.floor(random() * acts.length)]!();
    await world.pass(100 + Math.floor(random() * 20) * 20);
  }
  world.setWeather(CALM);
  world.setCut(false);
  world.setDatabaseAway(false);
  await world.pass(2 * LEASE_MS + 4_000);
  expectAgreement(world);
}
