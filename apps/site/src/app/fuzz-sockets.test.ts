import { once } from 'node:events';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { type EventName, eventSpecs, type EventSpec, PROTOCOL_VERSION, templateList } from '@klieg/contract';
import { makeCodec } from '@klieg/codec';
import { type Clock, hasUnstorableText, type Log, silentLog, uuidv7 } from '@klieg/kernel';
import { freePort, makeVisitor, type Visitor } from '@klieg/testing';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { readInbound } from '../platform/sockets/index.ts';
import { useTestDatabase } from '../platform/postgres/testing.ts';
import { type Chance, makeChance, payloadOf, rawTextOf } from './testing-fuzz.ts';
import { startTestNode } from './testing-node.ts';
import { openRawSocket, type RawSocket } from './testing-raw-socket.ts';
import { useTestSite } from './testing-site.ts';

/*
 * Anything that strangers can send to the sockets, generated from the contract with a fixed seed.
 * In full counts: 2,000 inputs of each event that pages may send through the decoder of the gateway, for
 * both sockets, and 500,000 raw frames over loopback through the gateway and the handlers of a site in
 * this process, whose clock runs 8 s per look at it, so that the limits of a socket never end the work.
 * A share: as many frames as the limits let through, in 150,000, against a site in a process of its own
 * by the real clock, from strangers of many addresses, while others talk in the same room.
 */

const SEED = 20_261;
const PER_EVENT = 2_000;
const RAW_FRAMES = 500_000;
const SHARED_FRAMES = 150_000;
const BATCH = 400;
const LONG_MS = 240_000;

type Kind = 'lobby' | 'room';
const specs = Object.entries(eventSpecs) as [EventName, EventSpec][];
const fromPages = specs.filter(([, { direction }]) => direction !== 'in');
const codec = makeCodec(templateList);

/** The text of a payload, be it an object or not, in one of the two forms. */
const textOf = (name: EventName, payload: unknown, form: 'masked' | 'plain'): string => {
  const isObject = typeof payload === 'object' && payload !== null && !Array.isArray(payload);
  if (isObject && form === 'masked') return codec.encode(name, payload as Record<string, unknown>, form);
  return JSON.stringify([eventSpecs[name].id, payload]);
};

const makeInputs = (name: EventName, amount: number, chance: Chance, names: readonly string[]): string[] =>
  Array.from({ length: amount }, (_, at) =>
    textOf(name, payloadOf(eventSpecs[name].fields, at, chance, names), at % 3 === 0 ? 'plain' : 'masked'),
  );

/** Texts of well-formed messages of every event of the contract, from which raw frames are made. */
const makeSeeds = (chance: Chance, names: readonly string[]): string[] =>
  specs.flatMap(([name]) => makeInputs(name, 16, chance, names)).filter((text) => text.length < 8_192);

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

/** Checks what a site says against the contract, one message in so many. */
const makeJudge = (every: number, onFault: (fault: string) => void) => {
  const schemas = new Map<string, z.ZodType>();
  let count = 0;
  return (text: string): void => {
    count += 1;
    if (count % every !== 0) return;
    const decoded = codec.decode(text);
    if (!decoded.ok) return onFault(`the site said ${decoded.detail}: ${text.slice(0, 200)}`);
    const { name, payload } = decoded;
    const schema = schemas.get(name) ?? z.strictObject(eventSpecs[name as EventName].fields);
    schemas.set(name, schema);
    const fits = schema.safeParse(payload);
    if (!fits.success) onFault(`${name} does not fit: ${text.slice(0, 200)} ${fits.error.message}`);
  };
};

/** Opens and authorizes a socket of a visitor. */
async function enter(visitor: Visitor, kind: Kind, room: string, address?: string): Promise<RawSocket> {
  const { node_token: first } = await visitor.call('issueNodeToken', { body: {} });
  const headers = {
    origin: new URL(visitor.baseUrl).origin,
    ...(address !== undefined && { 'x-forwarded-for': address }),
  };
  const ws = visitor.baseUrl.replace(/^http/, 'ws');
  const open = async (path: Kind, hello: object) => {
    const socket = await openRawSocket(`${ws}/ws/${path}`, headers);
    socket.write([JSON.stringify([0, { protocol_version: PROTOCOL_VERSION, ...hello }])]);
    if (!(await socket.waitFor((text) => text.startsWith('[2,')))) throw new Error(`${socket.closeCode}`);
    return socket;
  };
  const lobby = await open('lobby', { node_token: first });
  if (kind === 'lobby') return lobby;
  let found = '';
  lobby.onText = (text) => (found = text.startsWith('[11,') ? text : found);
  lobby.write([JSON.stringify([10, { room }])]);
  await lobby.waitFor((text) => text.startsWith('[11,'));
  lobby.end();
  const decoded = codec.decode(found);
  if (!decoded.ok) throw new Error('the room was not discovered');
  return open('room', { node_token: decoded.payload['node_token'], room });
}

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

  test.each([
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
    LONG_MS,
  );

  test(
    'takes 500,000 raw frames without a fault, and keeps none of them: W10 W11 W17 W18',
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
      expect(heaps.at(-1)! - heaps[3]!).toBeLessThan(60);
    },
    LONG_MS,
  );
});

describe('a site of its own', () => {
  test(
    'stays up under strangers of many addresses, answers no call with 5xx, and the room goes on: W17 W40 (REALTIME-031)',
    async () => {
      const { connection, database } = await useTestDatabase();
      const node = await startTestNode(await freePort(), connection, { TRUSTED_HOPS: '1' });
      let addresses = 0;
      const nextAddress = () => {
        addresses += 1;
        return `10.${addresses >> 16}.${(addresses >> 8) & 255}.${addresses & 255}`;
      };
      const join = async (username: string, type: 'model' | 'other') => {
        const visitor = makeVisitor(node.url, nextAddress());
        await visitor.arrive();
        await visitor.call('register', {
          body: {
            username,
            email: `${username}@example.org`,
            password: 'correct horse battery',
            birth_date: '1990-05-01',
            gender: 'f',
            type,
            terms_accepted: true,
            age_confirmed: true,
          },
        });
        await sql`update accounts set compliance_status = ${type === 'model' ? 'approved' : 'none'},
          settings = settings || '{"chat_allowed":"all"}'::jsonb where username = ${username}`.execute(
          database.kysely,
        );
        return visitor;
      };
      const anna = await join('anna', 'model');
      const bea = await join('bea', 'other');
      const mallory = await join('mallory', 'other');
      await anna.call('setModerator', {
        params: { username: 'anna' },
        body: { username: 'bea', moderator: true },
      });

      // Bystanders: the streamer and a moderator talk, a guest reads.
      const guest = makeVisitor(node.url, nextAddress());
      await guest.arrive();
      const openPage = async (visitor: Visitor) => visitor.openRoom(await visitor.openLobby(), 'anna');
      const writers = [await openPage(anna), await openPage(bea), await openPage(bea), await openPage(bea)];
      const reader = await openPage(guest);
      const delaysMs: number[] = [];
      let isOver = false;
      const talk = async () => {
        for (let line = 0; !isOver; line++) {
          const writer = writers[line % writers.length]!;
          const message = `line ${line} ${uuidv7()}`;
          const atMs = performance.now();
          writer.send('v3.chat.send', { client_id: uuidv7(), message });
          await reader.waitFor('v3.chat.message', (said) => said.message === message, 30_000);
          delaysMs.push(performance.now() - atMs);
          // Four pages of which each may write once a second.
          await new Promise((resolve) => setTimeout(resolve, 300));
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

      const faults: string[] = [];
      const closes = new Map<number, number>();
      let sent = 0;
      const attack = async (who: Visitor | undefined, seed: number, until: number) => {
        const chance = makeChance(seed);
        const names = ['anna', 'bea', 'mallory'];
        const seeds = makeSeeds(chance, names);
        const polite = fromPages.flatMap(([name]) => makeInputs(name, 40, chance, names));
        while (sent < until) {
          const address = nextAddress();
          const visitor = who ?? makeVisitor(node.url, address);
          if (!who) await visitor.arrive();
          const kind = chance.pick(['lobby', 'room'] as const);
          const ws = `${node.url.replace(/^http/, 'ws')}/ws/${kind}`;
          // One in five never says who they are.
          const socket =
            chance.below(5) === 0
              ? await openRawSocket(ws, { origin: node.url, 'x-forwarded-for': address })
              : await enter(visitor, kind, 'anna', address);
          socket.onText = makeJudge(1, (fault) => faults.push(fault));
          // More than any limit lets through, so that the site ends it.
          const isPolite = chance.below(2) === 0;
          const fits = (text: string) =>
            readInbound(text, kind).kind === 'message' && !text.startsWith('[0,');
          const pool = isPolite ? polite.filter(fits) : seeds;
          const frames = Array.from({ length: 300 }, () =>
            isPolite ? chance.pick(pool) : rawTextOf(chance.pick(pool), chance),
          );
          sent += frames.length;
          socket.write(frames);
          await socket.waitFor(() => false);
          closes.set(socket.closeCode!, (closes.get(socket.closeCode!) ?? 0) + 1);
          socket.end();
        }
      };
      const attackTo = (until: number) =>
        Promise.all(
          [undefined, undefined, mallory, undefined].map((who, at) => attack(who, SEED + at, until)),
        );

      const work = [talk(), ask()];
      await attackTo(SHARED_FRAMES / 5);
      const before = await usage();
      await attackTo(SHARED_FRAMES);
      const after = await usage();
      isOver = true;
      await Promise.all(work);

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
      expect(p99Ms).toBeLessThan(10_000);
      expect(after.heapMib - before.heapMib).toBeLessThan(60);
      await node.kill();
    },
    LONG_MS,
  );
});
