import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { internalMediaKey } from '@klieg/contract/media';
import { silentLog, type Uuid, uuidv7 } from '@klieg/kernel';
import { freePort, makeVisitor, type Visitor } from '@klieg/testing';
import { randomOf } from '@klieg/testing/random';
import { howMany, isLongRun } from '@klieg/testing/run-length';
import { sql } from 'kysely';
import { playlistText, watchPlaylists } from '@klieg/testing/hls';
import { afterAll, describe, expect, test, vi } from 'vitest';
import { picturesFrom, probe, runTool } from '../features/broadcast/pieces/testing-pieces.ts';
import { startTestS3 } from '../platform/blobs/testing-s3.ts';
import { openDatabase, prepareDatabase, startEmbeddedPostgres } from '../platform/postgres/index.ts';
import { deriveSecret } from './config.ts';
import { NODE_SECRET, startTestNode, type TestNode } from './testing-node.ts';
import { joinNode } from './testing-shared-nodes.ts';

/*
 * One recording, whose media process is killed three times, and its site and its database once. It is one file in the end, whose pictures
 * stand where the clock says. The clock is made: a long run records three hours.
 */

const SECONDS = howMany(150, 10_800);
const POINTS = 100;
const TIMEOUT_MS = howMany(900_000, 1_800_000);
const FPS = 30;
const TURN = 120;
/** Nobody records while the next process starts. */
const AWAY_SECONDS = 3;
/** 2026-11-28. */
const ZERO_MS = Date.parse('2026-11-28T00:00:00Z');
/** Hours of the made clock take longer than anything else that tests wait for. */
const eventually = <T>(check: () => T | Promise<T>): Promise<T> =>
  vi.waitFor(check, { timeout: TIMEOUT_MS, interval: 50 });
const random = randomOf(Number(process.env['SEED'] ?? 1));
const program = new URL('../../../media/src/testing/recorder-main.ts', import.meta.url);

const folder = mkdtempSync(join(tmpdir(), 'klieg-killed-recordings-'));
const s3 = await startTestS3();
chmodSync(folder, 0o755);
const server = await startEmbeddedPostgres({ dataDir: join(folder, 'pg'), log: silentLog });
await prepareDatabase(server, fileURLToPath(new URL('../../../../migrations', import.meta.url)));
const database = openDatabase(server.connection);
const running: ChildProcess[] = [];
afterAll(async () => {
  for (const child of running) child.kill('SIGKILL');
  s3.close();
  await database.close();
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** What records of one id from one place; `killed` resolves when it is gone. */
function startRecorder(plan: Record<string, unknown>) {
  const child = fork(program, [JSON.stringify(plan)], { execArgv: [] });
  running.push(child);
  let second = Number(plan['from']);
  let isDone = false;
  child.on('message', (message: { second?: number; done?: true }) => {
    second = message.second ?? second;
    isDone ||= message.done === true;
  });
  return {
    get second() {
      return second;
    },
    get isDone() {
      return isDone;
    },
    async kill() {
      child.kill('SIGKILL');
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
    },
  };
}

describe.each([
  // A bucket takes and gives the same pieces by the same port; `join-pieces.test.ts` puts them there in every run.
  ...(isLongRun ? [['S3', s3.url] as const] : []),
  ['a folder', pathToFileURL(join(folder, 'blobs')).href] as const,
])('a recording in %s', (kind, blobUrl) => {
  const name = kind.replaceAll(' ', '-').toLowerCase();
  const dataDir = join(folder, name);
  mkdirSync(dataDir);
  const env = { BLOB_URL: blobUrl, DATA_DIR: join(dataDir, 'site'), TRUSTED_HOPS: '1' };
  const state: { node?: TestNode; port?: number; model?: Visitor } = {};
  afterAll(() => state.node?.kill());
  const startSite = async (): Promise<void> => {
    state.port ??= await freePort();
    state.node = await startTestNode(state.port, server.connection, env);
    running.push(state.node.process);
  };
  const rowOf = async (id: Uuid) =>
    (await state.model!.call('listRecordings', { query: { limit: '100' } as never })).items.find(
      (one) => one.id === id,
    )!;

  /** A recording that runs, of a performer who has logged in. */
  const begin = async (): Promise<Uuid> => {
    await startSite();
    const username = `model_${name.replaceAll('-', '_')}`;
    state.model = await joinNode(database, makeVisitor(state.node!.url), username, 'model');
    const id = uuidv7();
    await sql`insert into recordings (id, origin_id, account_id, broadcast_id, kind, state)
      select ${id}, ${id}, a.id, ${uuidv7()}, 'public', 'recording' from accounts a
      where a.username = ${username}`.execute(database.kysely);
    return id;
  };

  /** Records all of it with what goes wrong. @returns stretches that were recorded, in seconds */
  const record = async (id: Uuid, reference: string): Promise<readonly (readonly [number, number])[]> => {
    const plan = {
      folder: join(dataDir, 'spool'),
      siteUrl: state.node!.url,
      key: internalMediaKey(deriveSecret(Buffer.from(NODE_SECRET, 'hex'), 'media')),
      recordingId: id,
      zeroMs: ZERO_MS,
    };
    const spans: [number, number][] = [];
    let from = 0;
    for (let life = 0; life < 4; life++) {
      const until = Math.round((SECONDS * (life + 1)) / 4);
      const ends = life === 3;
      const recorder = startRecorder({
        ...plan,
        from,
        until,
        holds: !ends,
        ...(life === 0 && { reference }),
      });
      const middle = Math.round((from + until) / 2);
      await eventually(() => expect(recorder.second).toBeGreaterThan(middle));
      if (life === 1) {
        const { pid } = server;
        process.kill(pid, 'SIGKILL');
        await eventually(() => expect(server.pid).not.toBe(pid));
        await eventually(() => database.pool.query('select 1'));
      }
      if (life === 2) {
        // The site goes in the middle of it, and comes back.
        await state.node!.kill();
        await startSite();
      }
      await eventually(() => expect(recorder.isDone).toBe(true));
      if (!ends) await recorder.kill();
      spans.push([from, recorder.second]);
      from = recorder.second + AWAY_SECONDS;
    }
    return spans;
  };

  test(
    'is one of all its pieces, whole at every point, after media was killed three times, the site once and the database once',
    async () => {
      const id = await begin();
      const reference = join(dataDir, 'reference.mp4');
      const spans = await record(id, reference);
      const turn = (await picturesFrom(reference, 0, TURN)).slice(0, TURN);
      expect(new Set(turn).size).toBe(TURN);
      // It is seen as far as it is written: the last pieces come, and the list has all of them.
      const watches = watchPlaylists();
      const playlist = async () => {
        const answer = await state.model!.fetch(`/files/recordings/${id}/index.m3u8`);
        const text = await playlistText(answer);
        watches.see(id, text);
        return text;
      };
      await eventually(async () => expect((await playlist()).match(/#EXT-X-DISCONTINUITY/g)).toHaveLength(3));
      await sql`update recordings set state = 'processing', ended_at = now() where id = ${id}`.execute(
        database.kysely,
      );
      await eventually(async () => expect(await rowOf(id)).toMatchObject({ state: 'ready' }));
      const { items } = await state.model!.call('listRecordings', { query: {} });
      expect(items).toHaveLength(1);
      const row = await rowOf(id);
      expect(row.duration).toBeCloseTo(SECONDS, 0);
      expect(row.gaps).toHaveLength(3);
      const { url } = await state.model!.call('getRecordingUrl', { params: { id } });
      const address = `${state.node!.url}${url}`;
      const { streams, format } = await probe(address);
      const video = streams.find(({ codec_type: type }) => type === 'video')!;
      const lost = row.gaps.reduce((sum, gap) => sum + gap.to - gap.from, 0);
      expect(Number(video.nb_frames)).toBe(Math.round((row.duration! - lost) * FPS));
      expect([Number(format.start_time), Number(video.duration)]).toEqual([0, row.duration]);
      // A crash takes what a process has not written yet, and no more.
      for (const [at, gap] of row.gaps.entries()) {
        expect(gap.to).toBeCloseTo(spans[at + 1]![0], 1);
        expect(spans[at]![1] - gap.from).toBeLessThan(12);
      }
      const inGap = (second: number) =>
        row.gaps.some(({ from, to }) => second > from - 0.1 && second < to + 0.1);
      let looked = 0;
      while (looked < POINTS) {
        const picture = random(Math.floor((row.duration! - 0.2) * FPS));
        if (inGap(picture / FPS)) continue;
        looked += 1;
        const [shown] = await picturesFrom(address, Math.max(0, (picture - 0.5) / FPS), 1);
        expect([picture, turn.indexOf(shown!)]).toEqual([picture, picture % TURN]);
      }
      const { stderr } = await runTool('ffmpeg', ['-v', 'error', '-i', address, '-f', 'null', '-']);
      expect(stderr).toBe('');
    },
    TIMEOUT_MS,
  );
});
