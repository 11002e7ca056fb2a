import { type Visitor, type VisitorSocket } from '@klieg/testing';
import { uuidv7 } from '@klieg/kernel';
import { WebSocket } from 'ws';
import { startTestNode } from '../apps/site/src/app/testing-node.ts';
import { startTestPublisher } from '../apps/site/src/app/testing-publisher.ts';
import { freePort } from '../packages/testing/src/index.ts';
import type { Benchmark, BenchmarkResult } from './benchmark.ts';
import { addModels, addPayers, visitorOf } from './shows/people.ts';
import { withDatabase } from './shows/with-database.ts';

/*
 * How long a private takes to begin: from the performer's press on Accept to the first picture of it at the payer, with
 * a real broadcast through a real media process. Beside it how long a request is on its way to the performer's screen,
 * and, as the reference, how long the same payer takes into the public stream of the same broadcast.
 */

const ROUNDS = 60;
const WARM_UP = 3;
/** A private that is over is settled, and the room's lists have settled down. */
const REST_MS = 400;
const FIRST_PICTURE_MS = 20_000;
const TRY_MS = 200;
const TRIES = 150;

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));
const quantile = (values: readonly number[], part: number): number =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * part))] ?? NaN;

async function insist<T>(ask: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++)
    try {
      return await ask();
    } catch (error) {
      if (tries === TRIES) throw error;
      await pause(TRY_MS);
    }
}

/** Plays as a page does, and says what it has got. @returns when the first picture came, in monotonic milliseconds */
function playUntilPicture(base: string, name: string, token: string) {
  const socket = new WebSocket(`${base.replace(/^http/, 'ws')}/live/ws/${name}?token=${token}`);
  const first = Promise.withResolvers<number>();
  const timer = setTimeout(() => first.reject(new Error('no picture came')), FIRST_PICTURE_MS);
  let received = 0;
  socket.on('message', (data: Buffer, isBinary) => {
    if (!isBinary) return;
    received += 1;
    socket.send(JSON.stringify({ received }));
    if (data.includes('moof')) first.resolve(performance.now());
  });
  socket.on('error', (error) => first.reject(error));
  return {
    firstPictureAt: first.promise.finally(() => clearTimeout(timer)),
    close: () => socket.terminate(),
  };
}

interface Stage {
  readonly url: string;
  readonly room: string;
  readonly model: Visitor;
  readonly payer: Visitor;
  readonly desk: VisitorSocket;
  readonly page: VisitorSocket;
}

/** Into the public stream, from the question for the right to watch on. */
async function joinPublic({ url, room, payer }: Stage): Promise<number> {
  const askedAt = performance.now();
  const grant = await payer.call('getStreamToken', { params: { username: room }, body: {} });
  const player = playUntilPicture(url, grant.stream_name, grant.token);
  const took = (await player.firstPictureAt) - askedAt;
  player.close();
  return took;
}

interface Round {
  readonly requestMs: number;
  readonly startMs: number;
}

async function playPrivate({ url, room, model, payer, desk, page }: Stage): Promise<Round> {
  const params = { username: room };
  const heard = desk.received.length;
  const askedAt = performance.now();
  const seen = desk
    .waitFor('v3.private.request', ({ status, request_id: id }) => {
      const isOld = desk.received.slice(0, heard).some(({ payload }) => payload['request_id'] === id);
      return status === 'pending' && !isOld;
    })
    .then(() => performance.now() - askedAt);
  const { request_id: id } = await payer.call('requestPrivate', {
    params,
    body: {},
    idempotencyKey: uuidv7(),
  });
  const requestMs = await seen;

  const before = page.received.length;
  const acceptedAt = performance.now();
  const accepting = model.call('acceptPrivate', { params: { id }, body: {} });
  const told = page.waitFor('v3.preloader.start', ({ stream }) =>
    page.received.slice(before).some(({ payload }) => payload['stream'] === stream),
  );
  const { stream } = await told;
  const player = playUntilPicture(url, stream!.stream_name!, stream!.token!);
  const startMs = (await player.firstPictureAt) - acceptedAt;
  await accepting;
  await page.waitFor('v3.private.started', ({ show_id: show }) => show === id);
  player.close();
  await payer.call('endPrivate', { params, body: {} });
  return { requestMs, startMs };
}

async function measure(stage: Stage): Promise<BenchmarkResult> {
  const rounds: Round[] = [];
  const joins: number[] = [];
  for (let at = -WARM_UP; at < ROUNDS; at++) {
    const joinMs = await insist(() => joinPublic(stage));
    const round = await playPrivate(stage);
    if (at >= 0) {
      rounds.push(round);
      joins.push(joinMs);
    }
    await pause(REST_MS + Math.random() * REST_MS);
  }
  const starts = rounds.map(({ startMs }) => startMs);
  const requests = rounds.map(({ requestMs }) => requestMs);
  return {
    figures: {
      p50: Math.round(quantile(starts, 0.5)),
      p95: Math.round(quantile(starts, 0.95)),
      requestP50: Math.round(quantile(requests, 0.5)),
      requestP99: Math.round(quantile(requests, 0.99)),
      privates: rounds.length,
    },
    reference: {
      source: 'the same payer into the public stream of the same broadcast, same media process, same run',
      joinP50: Math.round(quantile(joins, 0.5)),
      joinP95: Math.round(quantile(joins, 0.95)),
      requestP99GoalMs: 150,
    },
  };
}

const run = (): Promise<BenchmarkResult> =>
  withDatabase(async ({ connection, database }) => {
    const [owner] = await addModels(database, { prefix: 'room_', count: 1 });
    const [viewer] = await addPayers(database, { prefix: 'payer_', count: 1 });
    const node = await startTestNode(
      await freePort(),
      connection,
      { RTMP_PORT: '0', TRUSTED_HOPS: '1' },
      { hasMedia: true },
    );
    const publisher = await startTestPublisher();
    try {
      const [model, payer] = [visitorOf(node.url, owner!.cookie, 1), visitorOf(node.url, viewer!.cookie, 2)];
      await Promise.all([model.arrive(), payer.arrive()]);
      await publisher.publish(model);
      const [room, lobby] = ['room_0', await payer.openLobby()];
      const stage = { url: node.url, room, model, payer, desk: await model.openLobby() };
      return await measure({ ...stage, page: await payer.openRoom(lobby, room) });
    } finally {
      publisher.close();
      await node.kill();
    }
  });

export const benchmarks: readonly Benchmark[] = [
  { name: 'private-start', goal: { p50: 400, p95: 1_000 }, run },
];
