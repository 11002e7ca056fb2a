import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MEDIA_TOKEN_MS, type MediaCommand, type MediaFact, signMediaToken } from '@klieg/contract/media';
import { randomToken } from '@klieg/kernel';
import { eventually } from '@klieg/testing/eventually';
import { assertPlaylist, playlistText } from '@klieg/testing/hls';
import { isFullRun } from '@klieg/testing/run-length';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { chunksIn, readChunk, readPictureChunk, readTimescales } from './packaging/read-chunk.ts';
import type { FinishedRecording } from './recording/recordings.ts';
import { makeKeptPieces } from './testing/kept-pieces.ts';
import { decode, prepareTestLoop, startHarness } from './testing/live-harness.ts';

/* Real broadcasts, whose past is read as a player reads it, and clips, which a real decoder reads. */

interface Taken extends FinishedRecording {
  readonly video: Buffer;
}

let loop: Awaited<ReturnType<typeof prepareTestLoop>>;
let harness: Awaited<ReturnType<typeof startHarness>>;
let folder: string;
let taken: Taken[];

const start = async (freeBytesMin = 0, transcodeCores = 0): Promise<void> => {
  harness = await startHarness(
    loop.dataDir,
    { transcodeCores },
    {
      recording: {
        folder,
        freeBytesMin,
        retryMs: [50],
        door: makeKeptPieces().door,
        async handOver(file) {
          taken.push({ ...file, video: await readFile(file.videoPath) });
        },
      },
    },
  );
};

beforeAll(async () => {
  loop = await prepareTestLoop();
});
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'klieg-dvr-'));
  taken = [];
});
afterEach(async () => {
  await harness?.close();
  await rm(folder, { recursive: true, force: true });
});
afterAll(async () => {
  await loop.remove();
});

const say = (command: MediaCommand): void => harness.bus.publish('media.commands', command);

/** Somebody whom the site lets go back. */
const backToken = (streamName: string): string =>
  harness.tokenOf({ streamName, mode: 'public', mayGoBack: true });

const past = (streamName: string, path: string, token = backToken(streamName)): Promise<Response> =>
  fetch(`${harness.base}/live/hls/${streamName}/${path}?token=${token}`);

const listOf = async (streamName: string): Promise<string> => {
  const answer = await past(streamName, 'source/past.m3u8');
  if (!answer.ok) return '';
  const list = await playlistText(answer);
  assertPlaylist(list);
  return list;
};
const namesOf = (list: string): readonly string[] => list.match(/^past-\d+\.m4s$/gm) ?? [];
const untilPieces = (streamName: string, count: number): Promise<string> =>
  eventually(async () => {
    const list = await listOf(streamName);
    expect(namesOf(list).length).toBeGreaterThanOrEqual(count);
    return list;
  });
const failures = (): readonly MediaFact[] => harness.facts.filter(({ kind }) => kind === 'recording_failed');
const logFolders = async (): Promise<string[]> => readdir(join(folder, 'past')).catch(() => []);

describe('the past of a stream', () => {
  test.runIf(isFullRun)(
    'is a playlist of what was sent, which a decoder plays from its first picture on',
    async () => {
      await start();
      const { streamName } = await harness.publish('anna');
      say({ kind: 'keep_past', broadcastId: 'anna', streamName, minutes: 10 });
      const list = await untilPieces(streamName, 3);
      expect(list).toMatch(
        /^#EXTM3U\n#EXT-X-VERSION:7\n#EXT-X-TARGETDURATION:4\n#EXT-X-MEDIA-SEQUENCE:\d+\n/,
      );
      expect(list).not.toMatch(/ENDLIST|PLAYLIST-TYPE/);
      const lengths = [...list.matchAll(/^#EXTINF:([\d.]+),$/gm)].map(([, seconds]) => Number(seconds));
      for (const seconds of lengths) expect(Math.round(seconds)).toBeLessThanOrEqual(4);
      const header = /#EXT-X-MAP:URI="([^"]+)"/.exec(list)![1]!;
      const names = [header, ...namesOf(list).map((name) => name)];
      const files = await Promise.all(
        names.map(async (name) =>
          Buffer.from(await (await past(streamName, `source/${name}`)).arrayBuffer()),
        ),
      );
      const decoded = await decode(files);
      expect(decoded).toMatchObject({ width: 640, height: 360, broken: 0 });
      // What is said of a piece is what is in it.
      const timescales = readTimescales(files[0]!);
      for (const [i, seconds] of lengths.entries()) {
        const chunks = [...chunksIn(files[i + 1]!)].map((chunk) => readChunk(chunk, timescales)!);
        expect(chunks[0]!.isKey).toBe(true);
        expect(chunks.reduce((sum, { durationMs }) => sum + durationMs, 0) / 1_000).toBeCloseTo(seconds, 2);
      }
      const master = await playlistText(await past(streamName, 'past.m3u8'));
      assertPlaylist(master);
      expect(master).toMatch(
        /#EXT-X-STREAM-INF:BANDWIDTH=\d+,.*RESOLUTION=640x360.*\n\S+\/source\/past\.m3u8/,
      );
      const window = (await (await past(streamName, 'past.json')).json()) as Record<string, number>;
      expect(window['until']! - window['from']!).toBeGreaterThan(4_000);
      expect(window['now']).toBeGreaterThanOrEqual(window['until']!);
    },
  );

  test('goes on with the stream, and is told of in facts', async () => {
    await start();
    const { streamName } = await harness.publish('anna');
    expect(harness.factsOf('live', 'anna').at(-1)).not.toHaveProperty('pastMinutes');
    say({ kind: 'keep_past', broadcastId: 'anna', streamName, minutes: 30 });
    const before = namesOf(await untilPieces(streamName, 2));
    const after = namesOf(await untilPieces(streamName, before.length + 2));
    expect(after.slice(0, before.length)).toEqual(before);
    say({ kind: 'report' });
    await eventually(() => {
      const alive = harness.facts.findLast((fact) => fact.kind === 'alive' && fact.broadcasts !== undefined);
      expect(alive).toMatchObject({ broadcasts: [{ broadcastId: 'anna', pastMinutes: 30 }] });
    });
  });

  test('is of nobody before the performer lets it be, and of nobody after she has changed her mind', async () => {
    await start();
    const { streamName } = await harness.publish('anna');
    const statuses = async () =>
      Promise.all(
        ['past.m3u8', 'past.json', 'source/past.m3u8'].map(
          async (path) => (await past(streamName, path)).status,
        ),
      );
    expect(await statuses()).toEqual([404, 404, 404]);
    expect(await logFolders()).toEqual([]);
    // For clips alone something is kept, which no viewer sees.
    say({ kind: 'keep_past', broadcastId: 'anna', streamName, minutes: 0 });
    await eventually(async () => expect(await logFolders()).toHaveLength(1));
    expect(await statuses()).toEqual([404, 404, 404]);
    say({ kind: 'keep_past', broadcastId: 'anna', streamName, minutes: 10 });
    const names = namesOf(await untilPieces(streamName, 1));
    say({ kind: 'keep_past', broadcastId: 'anna', streamName, minutes: 0 });
    expect(await statuses()).toEqual([404, 404, 404]);
    expect((await past(streamName, `source/${names[0]!}`)).status).toBe(404);
  });

  test.runIf(isFullRun)(
    'ends with the name of the stream: another mode begins without it, and the old name opens nothing',
    async () => {
      await start();
      const { streamName } = await harness.publish('anna');
      say({ kind: 'keep_past', broadcastId: 'anna', streamName, minutes: 10 });
      const before = namesOf(await untilPieces(streamName, 2));
      const inPrivate = randomToken();
      say({ kind: 'rename', broadcastId: 'anna', streamName: inPrivate });
      // A command that was for the old name keeps nothing of the new one.
      say({ kind: 'keep_past', broadcastId: 'anna', streamName, minutes: 10 });
      await eventually(async () => expect(await logFolders()).toEqual([]));
      for (const name of [streamName, inPrivate])
        for (const path of ['past.m3u8', 'source/past.m3u8', `source/${before[0]!}`])
          expect((await past(name, path)).ok).toBe(false);
      const again = randomToken();
      say({ kind: 'rename', broadcastId: 'anna', streamName: again });
      say({ kind: 'keep_past', broadcastId: 'anna', streamName: again, minutes: 10 });
      const after = await untilPieces(again, 1);
      for (const name of namesOf(after)) expect(before).not.toContain(name);
      // Nothing that was sent under another name: its times begin after the change.
      const [, first] = /PROGRAM-DATE-TIME:(.*)/.exec(after)!;
      const renamed = harness
        .factsOf('live', 'anna')
        .findIndex((fact) => 'streamName' in fact && fact.streamName === again);
      expect(renamed).toBeGreaterThan(-1);
      expect(Date.parse(first!)).toBeGreaterThan(Date.now() - 30_000);
    },
  );

  test('goes with its broadcast, and what a crash left is gone after the next start', async () => {
    await mkdir(join(folder, 'past', 'left-source'), { recursive: true });
    await writeFile(join(folder, 'past', 'left-source', '0.chunks'), 'something');
    await start();
    expect(await logFolders()).toEqual([]);
    const { streamName } = await harness.publish('anna');
    say({ kind: 'keep_past', broadcastId: 'anna', streamName, minutes: 60 });
    await untilPieces(streamName, 1);
    say({ kind: 'stop', broadcastId: 'anna' });
    await eventually(async () => expect(await logFolders()).toEqual([]));
    expect((await past(streamName, 'past.json')).status).toBe(403);
  });

  test('ends where the disk is full; the stream goes on', async () => {
    await start(Number.MAX_SAFE_INTEGER);
    const { streamName } = await harness.publish('anna');
    const viewer = harness.watch(streamName);
    say({ kind: 'keep_past', broadcastId: 'anna', streamName, minutes: 10 });
    say({ kind: 'report' });
    await eventually(() => {
      say({ kind: 'report' });
      const alive = harness.facts.findLast((fact) => fact.kind === 'alive' && fact.broadcasts !== undefined);
      expect(alive).not.toHaveProperty('broadcasts.0.pastMinutes');
    });
    const seen = viewer.frames.length;
    await eventually(() => expect(viewer.frames.length).toBeGreaterThan(seen + 20));
    expect((await past(streamName, 'past.json')).status).toBe(404);
    expect(await logFolders()).toEqual([]);
    // A clip of what could not be kept says why.
    say({ kind: 'clip', broadcastId: 'anna', streamName, recordingId: 'full', seconds: 15 });
    await eventually(() => expect(failures()).toMatchObject([{ recordingId: 'full', reason: 'disk_full' }]));
    expect((await readdir(folder)).filter((name) => name.endsWith('.mp4'))).toEqual([]);
  });

  test.runIf(isFullRun)(
    'has the smaller renditions too, where they are made, with the same numbers for the same time',
    async () => {
      await start(0, 1);
      const { streamName } = await harness.publish('anna');
      const viewer = harness.watch(streamName);
      say({ kind: 'keep_past', broadcastId: 'anna', streamName, minutes: 10 });
      // Looked for again each time: a machine without time for one lets it go, and makes it anew.
      const { made, listed } = await eventually(async () => {
        const live = harness.factsOf('live', 'anna').at(-1);
        const renditions = live?.kind === 'live' ? live.renditions : [];
        const made = renditions.find((one) => /^\d+p$/.test(one))!;
        expect(made).toBeDefined();
        const master = await (await past(streamName, 'past.m3u8')).text();
        expect(master).toContain(`${made}/past.m3u8`);
        const list = await playlistText(await past(streamName, `${made}/past.m3u8`));
        assertPlaylist(list);
        expect(namesOf(list).length).toBeGreaterThanOrEqual(2);
        return { made, listed: list };
      });
      const source = await listOf(streamName);
      for (const name of namesOf(listed)) expect(namesOf(source)).toContain(name);
      const header = /#EXT-X-MAP:URI="([^"]+)"/.exec(listed)![1]!;
      const bytesOf = async (rendition: string, name: string) =>
        Buffer.from(await (await past(streamName, `${rendition}/${name}`)).arrayBuffer());
      const [head, ...more] = await Promise.all(
        [header, ...namesOf(listed)].map((name) => bytesOf(made, name)),
      );
      const decoded = await decode([head!, ...more]);
      expect(decoded).toMatchObject({ broken: 0, height: Number.parseInt(made, 10) });
      const [name] = namesOf(listed);
      const startOf = (data: Buffer) => readPictureChunk([...chunksIn(data)][0]!)!.startMs;
      expect(startOf(more[0]!)).toBeCloseTo(startOf(await bytesOf('source', name!)), -2);
      viewer.close();
    },
  );

  test('has small pictures of then', async () => {
    await start();
    const { streamName } = await harness.publish('anna');
    say({ kind: 'keep_past', broadcastId: 'anna', streamName, minutes: 10 });
    const picture = await eventually(async () => {
      const answer = await past(streamName, `past-${Math.floor(Date.now() / 1_000) - 5}.webp`);
      expect(answer.status).toBe(200);
      expect(answer.headers.get('content-type')).toBe('image/webp');
      return Buffer.from(await answer.arrayBuffer());
    });
    expect(picture.subarray(8, 12).toString()).toBe('WEBP');
    const noRight = signMediaToken(harness.secret, {
      use: 'play',
      streamName,
      session: 'viewer',
      mode: 'public',
      expiresAt: Date.now() + MEDIA_TOKEN_MS,
    });
    expect((await past(streamName, 'past-5.webp', noRight)).status).toBe(403);
  });
});

describe('a clip', () => {
  const clip = (streamName: string, recordingId: string, seconds = 15): void =>
    say({ kind: 'clip', broadcastId: 'anna', streamName, recordingId, seconds });
  const onAir = async (minutes = 0): Promise<string> => {
    await start();
    const { streamName } = await harness.publish('anna');
    say({ kind: 'keep_past', broadcastId: 'anna', streamName, minutes });
    return streamName;
  };

  test('is what was sent last, from a keyframe on, and becomes a file as recordings do', async () => {
    const streamName = await onAir(10);
    await eventually(async () => {
      const { from = 0, until = 0 } = (await (await past(streamName, 'past.json')).json()) as Record<
        string,
        number
      >;
      expect(until - from).toBeGreaterThan(16_000);
    });
    // What is kept for clips alone is as good.
    say({ kind: 'keep_past', broadcastId: 'anna', streamName, minutes: 0 });
    clip(streamName, 'c1');
    clip(streamName, 'c1');
    await eventually(() => expect(taken).toHaveLength(1));
    const { recordingId, part, durationMs, posterPath, video } = taken[0]!;
    expect({ recordingId, part }).toEqual({ recordingId: 'c1', part: 0 });
    expect(durationMs).toBeGreaterThanOrEqual(15_000);
    expect(durationMs).toBeLessThan(20_000);
    expect(posterPath).toBeDefined();
    const decoded = await decode([video]);
    expect(decoded).toMatchObject({ width: 640, height: 360, broken: 0 });
    expect(failures()).toEqual([]);
    // One file for a command that was heard twice; nothing is left of it here.
    await eventually(async () => expect(await readdir(folder)).toEqual(['past']));
    expect(taken).toHaveLength(1);
  });

  test.runIf(isFullRun)('at the start is what there is, and nothing where that is too little', async () => {
    const streamName = await onAir(10);
    clip(streamName, 'early', 60);
    await eventually(() => expect(failures().length + taken.length).toBe(1));
    await untilPieces(streamName, 2);
    clip(streamName, 'short', 60);
    await eventually(() => expect(taken.map((one) => one.recordingId)).toContain('short'));
    expect(taken.find((one) => one.recordingId === 'short')!.durationMs).toBeLessThan(20_000);
    for (const fact of failures())
      expect(fact).toMatchObject({ recordingId: 'early', reason: 'clip_too_short' });
  });

  test('that comes after a change of the mode, or where nothing is kept, is none', async () => {
    const streamName = await onAir(10);
    await untilPieces(streamName, 3);
    const next = randomToken();
    say({ kind: 'rename', broadcastId: 'anna', streamName: next });
    clip(streamName, 'late');
    clip(next, 'unkept');
    await eventually(() =>
      // In either order: each is told when nothing is left of its file.
      expect(failures()).toEqual(
        expect.arrayContaining([
          expect.objectContaining({ recordingId: 'late', reason: 'clip_gone' }),
          expect.objectContaining({ recordingId: 'unkept', reason: 'clip_gone' }),
        ]),
      ),
    );
    say({ kind: 'stop', broadcastId: 'anna' });
    // Another process may have the broadcast, so this one says nothing of it.
    clip(next, 'over');
    await eventually(async () => expect(await logFolders()).toEqual([]));
    expect(taken).toEqual([]);
    expect(failures()).toHaveLength(2);
    expect((await readdir(folder)).filter((name) => name.endsWith('.mp4'))).toEqual([]);
  });

  test.runIf(isFullRun)('two of them at once are two files', async () => {
    const streamName = await onAir(10);
    await untilPieces(streamName, 3);
    clip(streamName, 'one');
    clip(streamName, 'two', 30);
    await eventually(() => expect(taken.map((one) => one.recordingId).toSorted()).toEqual(['one', 'two']));
  });
});
