import { type ChildProcess, fork } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type CameraClaim,
  internalMediaKey,
  MEDIA_FACTS,
  MEDIA_TOKEN_MS,
  type MediaClaims,
  type MediaFact,
  signMediaToken,
} from '@klieg/contract/media';
import { randomToken, silentLog } from '@klieg/kernel';
import { makeLog } from '@klieg/log';
import { eventually } from '@klieg/testing/eventually';
import { giveLoops, keepLoops } from '@klieg/testing/kept-loops';
import { whenEnded } from '@klieg/testing/when-ended';
import { prepareLoops, publishersEntry } from '@klieg/demo';
import type { MediaOptions } from '../start/media-options.ts';
import { startMedia } from '../start/start-media.ts';
import { makeMemoryBus } from './memory-bus.ts';
import { type TestViewer, watchStream } from './watch-stream.ts';

type PlayClaims = Extract<MediaClaims, { use: 'play' }>;

/** Drawn picture that the test streams show. */
export const SCENE = 's00';

/** A folder with the one loop that the test publishers send. */
export async function prepareTestLoop(): Promise<{ readonly dataDir: string; remove(): Promise<void> }> {
  const dataDir = await mkdtemp(join(tmpdir(), 'klieg-media-'));
  giveLoops(dataDir, SCENE);
  const preparation = prepareLoops({
    dataDir,
    scenes: [{ scene: SCENE, seed: 1 }],
    log: process.env.LOGS ? makeLog({}) : silentLog,
    onReady() {},
  });
  const ready = await preparation.done;
  keepLoops(dataDir);
  if (ready.length === 0) throw new Error('the test needs the optional package node-av');
  return { dataDir, remove: () => rm(dataDir, { recursive: true, force: true }) };
}

/** A media process' inside with publishers and viewers around it, and a clock that can be moved. */
export async function startHarness(
  dataDir: string,
  settings: MediaOptions['settings'] = {},
  more: Partial<MediaOptions> = {},
) {
  const secret = more.secret ?? crypto.getRandomValues(new Uint8Array(32));
  const bus = makeMemoryBus();
  const facts: MediaFact[] = [];
  bus.subscribe(MEDIA_FACTS, (fact) => facts.push(fact as MediaFact));
  let aheadMs = 0;
  const now = () => Date.now() + aheadMs;
  const media = await startMedia({
    node: 'test',
    secret,
    bus,
    host: '127.0.0.1',
    port: 0,
    icePort: 0,
    log: process.env.LOGS ? makeLog({}) : silentLog,
    clock: { now },
    settings,
    ...more,
  });
  const base = `http://127.0.0.1:${media.port}`;
  const publishers: ChildProcess[] = [];
  const viewers: TestViewer[] = [];
  const renewals: NodeJS.Timeout[] = [];

  const publishToken = (
    broadcastId: string,
    streamName: string,
    lifeMs = MEDIA_TOKEN_MS,
    camera?: CameraClaim,
  ): string =>
    signMediaToken(secret, {
      use: 'publish',
      streamName,
      broadcastId,
      username: broadcastId,
      session: 'publisher',
      ...(camera && { camera }),
      expiresAt: now() + lifeMs,
    });
  const playToken = (streamName: string, session = 'viewer', lifeMs = MEDIA_TOKEN_MS): string =>
    signMediaToken(secret, { use: 'play', streamName, session, mode: 'public', expiresAt: now() + lifeMs });
  /** A token with these rights. */
  const tokenOf = (right: Pick<PlayClaims, 'streamName' | 'mode'> & Partial<PlayClaims>): string =>
    signMediaToken(secret, { use: 'play', session: 'viewer', expiresAt: now() + MEDIA_TOKEN_MS, ...right });
  /** A token of one who pays by the minute. */
  const payerToken = (streamName: string, meterId: string, session = 'payer'): string =>
    signMediaToken(secret, {
      use: 'play',
      streamName,
      session,
      mode: 'private',
      meter: { meterId },
      expiresAt: now() + MEDIA_TOKEN_MS,
    });

  return {
    media,
    bus,
    facts,
    base,
    publishToken,
    playToken,
    payerToken,
    tokenOf,
    secret,
    moveClock: (ms: number) => {
      aheadMs += ms;
    },
    factsOf: (kind: MediaFact['kind'], broadcastId: string) =>
      facts.filter((fact) => fact.kind === kind && 'broadcastId' in fact && fact.broadcastId === broadcastId),
    /** A process that publishes the loop; resolves when it is live. */
    async publish(broadcastId: string, streamName = randomToken(), camera?: CameraClaim) {
      const child = fork(publishersEntry, [], { execArgv: [], env: { ...process.env, DATA_DIR: dataDir } });
      publishers.push(child);
      const start = () =>
        child.send({
          start: [
            {
              username: broadcastId,
              scene: SCENE,
              whipUrl: `${base}/live/whip`,
              token: publishToken(broadcastId, streamName, MEDIA_TOKEN_MS, camera),
            },
          ],
        });
      child.on('message', (message) => {
        if ('ready' in (message as object) || 'needToken' in (message as object)) start();
      });
      const before = facts.filter((fact) => fact.kind === 'live').length;
      await eventually(() => {
        if (facts.filter((fact) => fact.kind === 'live').length <= before) throw new Error('not live yet');
      });
      return { child, streamName };
    },
    watch(streamName: string, token = playToken(streamName), more = '') {
      const viewer = watchStream(media.port, streamName, `?token=${token}${more}`);
      viewers.push(viewer);
      return viewer;
    },
    /** A viewer that renews its right, as pages do, for tests that may take longer than a token lives. */
    watchOn(streamName: string, more = '') {
      const viewer = watchStream(media.port, streamName, `?token=${playToken(streamName)}${more}`);
      viewers.push(viewer);
      renewals.push(setInterval(() => viewer.send({ token: playToken(streamName) }), MEDIA_TOKEN_MS / 3));
      return viewer;
    },
    internal: (path: string) =>
      fetch(`${base}${path}`, { headers: { 'x-internal-secret': internalMediaKey(secret) } }),
    async close() {
      for (const timer of renewals) clearInterval(timer);
      for (const viewer of viewers) viewer.close();
      for (const child of publishers) child.kill('SIGKILL');
      await media.close();
    },
  };
}

/** What a decoder gets out of init and fragments. */
export async function decode(frames: readonly Buffer[]): Promise<Record<string, number>> {
  const folder = await mkdtemp(join(tmpdir(), 'klieg-decode-'));
  const path = join(folder, 'stream.mp4');
  await writeFile(path, Buffer.concat(frames));
  const child = fork(new URL('./decode-main.ts', import.meta.url), [path], { execArgv: [] });
  try {
    return await new Promise((resolve, reject) => {
      child.once('message', (message) => resolve(message as Record<string, number>));
      whenEnded(child, (code) => reject(new Error(`decoder ended with ${code}`)));
    });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
