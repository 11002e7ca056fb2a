import { fork } from 'node:child_process';
import { once } from 'node:events';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { type Clock, hasUnstorableText, type Log, silentLog, uuidv7 } from '@klieg/kernel';
import { freePort, makeVisitor, type Visitor, type VisitorSocket } from '@klieg/testing';
import { eventually } from '@klieg/testing/eventually';
import { howMany, isFullRun } from '@klieg/testing/run-length';
import { describe, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { readInbound } from '../platform/sockets/index.ts';
import { useTestDatabase } from '../platform/postgres/testing.ts';
import { makeChance, rawTextOf } from './testing-fuzz.ts';
import { startTestNode } from './testing-node.ts';
import type { RawSocket } from './testing-raw-socket.ts';
import { useTestSite } from './testing-site.ts';
import { joinNode } from './testing-shared-nodes.ts';
import type { Attacked } from './testing-strangers-main.ts';
import { codec, enter, fromPages, type Kind, makeInputs, makeJudge, makeSeeds } from './testing-strangers.ts';

/*
 * Anything that strangers can send to the sockets, generated from the contract with a fixed seed.
 * Without limits: inputs of each event that pages may send through the decoder of the gateway, for both
 * sockets, and raw frames over loopback through the gateway and the handlers of a site in this process,
 * whose clock runs 8 s per look at it, so that the limits of a socket never end the work.
 * Within them: as many frames as the limits let through against a site in a process of its own by the real
 * clock, from strangers of many addresses, while others talk in the same room.
 */

const SEED = 20_261;
const PER_EVENT = howMany(30, 2_000);
const RAW_FRAMES = howMany(6_000, 500_000);
const SHARED_FRAMES = howMany(3_000, 150_000);
/** A leak grows with what came in; what a collection leaves behind does not. */
const GROWTH_MAX_MIB = howMany(30, 60);
const BATCH = 400;
const WRITERS = 12;

const AGAIN_MS = 5_000;
/** Waits for one of these lines, for as long as a reader waits before the writer says it again. */
const waitForLine = (reader: VisitorSocket, messages: readonly string[]) =>
  vi.waitFor(
    () =>
      expect(
        reader.received.some(
          ({ name, payload }) => name === 'v3.chat.message' && messages.includes(String(payload['message'])),
        ),
      ).toBe(true),
    { timeout: AGAIN_MS, interval: 5 },
  );

const isPolluted = () => Object.hasOwn(Object.prototype, 'isAdmin') || 'isAdmin' in {};
describe('the decoder of the gateway', () => {
  test.each(fromPages)(
    'lets through of %s only what the contract allows, and never throws: W11 W12 W17 W18 (REALTIME-031)',
    (name, spec) => {
      const chance = makeChance(SEED + spec.id);
      const taken = { lobby: 0, room: 0 };
      const schema = z.strictObject(spec.fields);
      for (const text of makeInputs(name, PER_EVENT, chance, ['anna', 'person_1']))
        for (const kind of ['lobby', 'room'] as const) {
          const read = readInbound(text, kind);
          if (read.kind !== 'message') continue;
          taken[kind] += 1;
          const { payload } = read.message;
          const isFine =
            read.message.name === name && !hasUnstorableText(payload) && schema.safeParse(payload).success;
          if (!isFine) expect.fail(text.slice(0, 500));
        }
      // What fits gets through on its own sockets, or the generator would prove nothing.
      for (const kind of ['lobby', 'room'] as const)
        expect(taken[kind] > PER_EVENT / 20).toBe(spec.sockets.includes(kind));
      expect(isPolluted()).toBe(false);
    },
  );
});

describe('a site in this process', async () => {
  /** Each look at the clock may be seconds after the last. */
  let stepMs = 0;
  let aheadMs = 0;
  const clock: Clock = { now: () => Date.now() + (aheadMs += stepMs) };
  const faults: string[] = [];
  const log: Log = {
    ...silentLog,
    error: ({ err }, message) =>
      void faults.push(`${message}: ${err instanceof Error ? err.stack : String(err)}`),
  };
  const site = await useTestSite({ clock, log });
  const model = await site.join({ type: 'model', settings: { chat_allowed: 'all' } });
  const viewer = await site.join({ tokens: 100 });
  const guest = await site.visit();
  const names = [model.username, viewer.username, 'guest_abcdefgh'];

  /** Writes frames in batches, each answered before the next; comes again whenever the site closes. */
  const pour = async (visitor: Visitor, kind: Kind, amount: number, next: () => string | Buffer) => {
    const judge = makeJudge(20, (fault) => faults.push(fault));
    let socket: RawSocket | undefined;
    let reconnects = -1;
    for (let sent = 0, barrier = 1; sent < amount; barrier++) {
      if (!socket?.isOpen) {
        stepMs = 0;
        socket = await enter(visitor, kind, model.username);
        socket.onText = judge;
        reconnects += 1;
      }
      stepMs = 8_000;
      const batch = Array.from({ length: Math.min(BATCH, amount - sent) }, next);
      sent += batch.length;
      socket.write([...batch, JSON.stringify([4, { t: barrier }])]);
      const pong = codec.encode('v3.pong', { t: barrier }, 'masked');
      await socket.waitFor((text) => text === pong);
    }
    stepMs = 0;
    socket?.end();
    return reconnects;
  };

  const collect = () => {
    setFlagsFromString('--expose-gc');
    runInNewContext('gc')();
    return Math.round(process.memoryUsage().heapUsed / 2 ** 20);
  };

  test.runIf(isFullRun).each([
    ['guest', guest],
    ['viewer', viewer],
    ['streamer', model],
  ] as const)(
    'handles generated messages of a %s, of every event and at both sockets, without a fault: W17 W40',
    async (_who, visitor) => {
      const chance = makeChance(SEED);
      const texts = fromPages
        .filter(([name]) => name !== 'v3.authorize')
        .flatMap(([name]) => makeInputs(name, 60, chance, names));
      for (const kind of ['lobby', 'room'] as const) {
        let at = 0;
        await pour(visitor, kind, texts.length, () => texts[at++]!);
      }
      expect(faults).toEqual([]);
    },
  );

  test.runIf(isFullRun)(
    'takes raw frames by the ten thousands without a fault, and keeps none of them: W10 W11 W17 W18',
    async () => {
      const chance = makeChance(SEED);
      const seeds = makeSeeds(chance, names);
      const next = () =>
        chance.below(5_000) === 0
          ? chance.pick([Buffer.from([0xff, 0xfe, 0xc0, 0x80]), 'x'.repeat(17_000)])
          : rawTextOf(chance.pick(seeds), chance);
      const heaps: number[] = [];
      let reconnects = 0;
      for (let part = 0; part < 10; part++) {
        const kind = part % 2 === 0 ? 'lobby' : 'room';
        const visitor = [guest, viewer, model][part % 3]!;
        reconnects += await pour(visitor, kind, RAW_FRAMES / 10, next);
        heaps.push(collect());
      }
      process.stdout.write(
        `raw frames: ${RAW_FRAMES}, reconnects ${reconnects}, heap MiB ${heaps.join(' ')}\n`,
      );
      expect(faults).toEqual([]);
      expect(isPolluted()).toBe(false);
      expect(heaps.at(-1)! - heaps[3]!).toBeLessThan(GROWTH_MAX_MIB);
    },
  );
});

describe('a site of its own', () => {
  test.runIf(isFullRun)(
    'stays up under strangers of many addresses, answers no call with 5xx, and the room goes on: W17 W40 (REALTIME-031)',
    async () => {
      const { connection, database } = await useTestDatabase();
      const node = await startTestNode(await freePort(), connection, { TRUSTED_HOPS: '1' });
      let addresses = 0;
      const nextAddress = () => {
        addresses += 1;
        return `10.${addresses >> 16}.${(addresses >> 8) & 255}.${addresses & 255}`;
      };
      const join = (username: string, type: 'model' | 'other') =>
        joinNode(database, makeVisitor(node.url, { address: nextAddress() }), username, type);
      const anna = await join('anna', 'model');
      const bea = await join('bea', 'other');
      const people = [anna, bea];
      while (people.length < WRITERS) people.push(await join(`ben_${people.length}`, 'other'));

      // Bystanders: the streamer and viewers talk, a guest reads.
      const guest = makeVisitor(node.url, { address: nextAddress() });
      await guest.arrive();
      const openPage = async (visitor: Visitor) => visitor.openRoom(await visitor.openLobby(), 'anna');
      const writers = await Promise.all(people.map(openPage));
      let reader = await openPage(guest);
      const delaysMs: number[] = [];
      /** Says a line of its own again, by whoever's turn it is, as somebody whose line is refused or lost does. */
      const sayUntilHeard = (turn: number) => {
        let said = 0;
        const messages: string[] = [];
        return eventually(async () => {
          const at = (turn + said) % writers.length;
          said += 1;
          if (writers[at]!.closeCode !== undefined) writers[at] = await openPage(people[at]!);
          if (reader.closeCode !== undefined) reader = await openPage(guest);
          const message = `line ${turn} ${uuidv7()}`;
          messages.push(message);
          writers[at]!.send('v3.chat.send', { client_id: uuidv7(), message });
          await waitForLine(reader, messages);
        }, 0);
      };
      let isOver = false;
      const talk = async () => {
        for (let line = 0; !isOver; line++) {
          const atMs = performance.now();
          await sayUntilHeard(line);
          delaysMs.push(performance.now() - atMs);
          // Each account may write once a second.
          await new Promise((resolve) => setTimeout(resolve, 1_100 / writers.length));
        }
      };

      const statuses = new Map<number, number>();
      const ask = async () => {
        const paths = [
          'chat/react/anna',
          'user/current',
          'friends',
          'pm/rooms',
          'chat/anna/bio',
          'user/anna/card',
        ];
        for (let at = 0; !isOver; at++) {
          const answer = await bea.fetch(`/api/v1/${paths[at % paths.length]}`);
          await answer.arrayBuffer();
          statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
          await new Promise((resolve) => setTimeout(resolve, 100));
        }
      };

      const usage = async () => {
        node.process.send('collect');
        const [said] = (await once(node.process, 'message')) as [
          { memory: NodeJS.MemoryUsage; errors: string[] },
        ];
        return { heapMib: Math.round(said.memory.heapUsed / 2 ** 20), errors: said.errors };
      };

      const strangers = fork(new URL('./testing-strangers-main.ts', import.meta.url), [node.url], {
        execArgv: [],
      });
      await once(strangers, 'message');
      const faults: string[] = [];
      const closes = new Map<number, number>();
      let sent = 0;
      const attack = async (frames: number) => {
        strangers.send(frames);
        const [done] = (await once(strangers, 'message')) as [Attacked];
        sent += done.sent;
        faults.push(...done.faults);
        for (const [code, count] of done.closes) closes.set(code, (closes.get(code) ?? 0) + count);
      };

      const work = [talk(), ask()];
      await attack(SHARED_FRAMES / 5);
      const before = await usage();
      await attack((SHARED_FRAMES * 4) / 5);
      const after = await usage();
      isOver = true;
      await Promise.all(work);
      strangers.disconnect();

      const sorted = delaysMs.toSorted((a, b) => a - b);
      const p99Ms = sorted[Math.ceil(sorted.length * 0.99) - 1]!;
      process.stdout.write(
        `${sent} frames, closes ${JSON.stringify([...closes])}, lines ${sorted.length}, p50 ${sorted[sorted.length >> 1]!.toFixed(0)} ms, p99 ${p99Ms.toFixed(0)} ms, ` +
          `calls ${JSON.stringify([...statuses])}, heap MiB ${before.heapMib} ${after.heapMib}\n`,
      );
      expect(after.errors).toEqual([]);
      expect(faults).toEqual([]);
      expect(node.process.exitCode).toBeNull();
      expect([...statuses.keys()].filter((status) => status >= 500)).toEqual([]);
      expect([1007, 1009, 4400, 4401, 4406, 4429]).toEqual(expect.arrayContaining([...closes.keys()]));
      expect(sorted.length).toBeGreaterThan(0);
      expect(after.heapMib - before.heapMib).toBeLessThan(GROWTH_MAX_MIB);
      await node.kill();
    },
  );
});
