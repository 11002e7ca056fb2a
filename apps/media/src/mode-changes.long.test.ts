import { MEDIA_COMMANDS, MEDIA_TOKEN_MS, type MediaClaims, signMediaToken } from '@klieg/contract/media';
import { randomToken } from '@klieg/kernel';
import { eventually } from '@klieg/testing/eventually';
import { seededRandom } from '@klieg/testing/fuzzing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { chunksIn, readPictureChunk } from './packaging/read-chunk.ts';
import { prepareTestLoop, startHarness } from './testing/live-harness.ts';
import { receiveWhep, type WhepReceiver } from './testing/receive-whep.ts';
import type { TestViewer } from './testing/watch-stream.ts';

/*
 * A broadcast goes through many modes at random moments. Who holds a token of one of its names gets media of the time
 * of that name by that name, and not a byte of what came before or after, by whatever way.
 */

type PlayClaims = Extract<MediaClaims, { use: 'play' }>;

/** What one principal got by one way under one name. */
interface Got {
  readonly who: string;
  readonly path: string;
  /** Place of the name among the broadcast's names. */
  readonly place: number;
  chunks: Buffer[];
}

const SECRET = crypto.getRandomValues(new Uint8Array(32));
const CHANGES = 300;
/** A receiver by WHEP is a process of its own, so not each name has one. */
const WHEP_EACH = 6;
const HLS_EACH = 10;
const LIFE_MS = { least: 100, most: 1_300 } as const;

const principals: Readonly<Record<string, Partial<PlayClaims>>> = {
  'a viewer of the public room': { mode: 'public' },
  'the payer of a private': { mode: 'private', meter: { meterId: 'payer' } },
  'one who spies': { mode: 'spy', meter: { meterId: 'spy' } },
  'one who has a ticket': { mode: 'limited' },
};

let loop: Awaited<ReturnType<typeof prepareTestLoop>>;
let harness: Awaited<ReturnType<typeof startHarness>>;

beforeAll(async () => {
  loop = await prepareTestLoop();
  harness = await startHarness(
    loop.dataDir,
    { viewersPerSessionMax: 1_000 },
    { secret: SECRET, clock: { now: Date.now } },
  );
});
afterAll(async () => {
  await harness.close();
  await loop.remove();
});

const tokenOf = (streamName: string, more: Partial<PlayClaims>): string =>
  signMediaToken(SECRET, {
    use: 'play',
    streamName,
    session: 'viewer',
    mode: 'public',
    expiresAt: Date.now() + MEDIA_TOKEN_MS,
    ...more,
  });

/** Plays by LL-HLS, piece by piece, until the name is gone. */
async function playHls(streamName: string, token: string, got: Got): Promise<void> {
  const below = `${harness.base}/live/hls/${streamName}/source`;
  const seen = new Set<string>();
  for (;;) {
    const list = await fetch(`${below}/media.m3u8?token=${token}`);
    const text = await list.text();
    if (list.status === 404 || list.status === 403) return;
    const names = [...text.matchAll(/URI="(part-[^"]+\.m4s)"|^(seg-.*\.m4s)$/gm)].map(
      (found) => found[1] ?? found[2]!,
    );
    for (const name of names.filter((one) => !seen.has(one))) {
      seen.add(name);
      const piece = await fetch(`${below}/${name}?token=${token}`);
      const body = Buffer.from(await piece.arrayBuffer());
      if (piece.ok) got.chunks.push(...chunksIn(body));
      else expect(body.length).toBe(0);
    }
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/** The stream's time in chunks; undefined where there is none. */
function rangeOf(
  chunks: readonly Buffer[],
): { readonly startMs: number; readonly endMs: number } | undefined {
  const times = chunks.flatMap((chunk) => readPictureChunk(chunk) ?? []);
  if (times.length === 0) return undefined;
  return {
    startMs: Math.min(...times.map(({ startMs }) => startMs)),
    endMs: Math.max(...times.map(({ startMs, durationMs }) => startMs + durationMs)),
  };
}

test('over many changes of mode nobody gets a byte of another time than that of their name: S10, S305, S313', async () => {
  const random = seededRandom(11);
  const names = Array.from({ length: CHANGES + 1 }, () => randomToken());
  const got: Got[] = [];
  const pages: { readonly page: TestViewer; readonly got: Got }[] = [];
  const readers: Promise<void>[] = [];
  const receivers: { readonly place: number; readonly receiver: WhepReceiver }[] = [];
  const thieves: TestViewer[] = [];

  const open = (place: number): void => {
    for (const [who, claims] of Object.entries(principals)) {
      const token = tokenOf(names[place]!, claims);
      const byHls = { who, path: 'LL-HLS', place, chunks: [] };
      const bySocket = { who, path: 'WebSocket', place, chunks: [] };
      got.push(byHls, bySocket);
      pages.push({ page: harness.watch(names[place]!, token), got: bySocket });
      readers.push(playHls(names[place]!, token, byHls));
      const next = names[place + 1];
      // A token of this name opens no other one.
      if (next) thieves.push(harness.watch(next, token));
    }
    if (place % WHEP_EACH !== 0) return;
    const token = tokenOf(names[place]!, { mode: 'private', meter: { meterId: 'payer' } });
    void receiveWhep(harness.base, names[place]!, token).then(
      (receiver) => receivers.push({ place, receiver }),
      () => undefined,
    );
  };

  await harness.publish('anna', names[0]!);
  open(0);
  for (let place = 1; place < names.length; place++) {
    await new Promise((resolve) =>
      setTimeout(resolve, LIFE_MS.least + random() * (LIFE_MS.most - LIFE_MS.least)),
    );
    // A list of parts needs some seconds, so some names live until it was read.
    if (place % HLS_EACH === 0)
      await eventually(() => {
        for (const one of got)
          if (one.place === place - 1)
            expect([one.path, one.chunks.length > 0 || one.path !== 'LL-HLS']).toEqual([one.path, true]);
      });
    // The token is sometimes there before the name.
    const isEarly = random() < 0.5;
    if (isEarly) open(place);
    harness.bus.publish(MEDIA_COMMANDS, {
      kind: 'rename',
      broadcastId: 'anna',
      streamName: names[place]!,
    });
    if (!isEarly) open(place);
  }
  const last = names.length - 1;
  const isOld = ({ place }: { readonly place: number }): boolean => place < last;
  await eventually(() => {
    for (const { page, got: one } of pages) if (isOld(one)) expect([4404, 4409]).toContain(page.closeCode);
    for (const { page, got: one } of pages) if (!isOld(one)) expect(page.frames.length).toBeGreaterThan(20);
    for (const thief of thieves) expect(thief.closeCode).toBe(4401);
  });
  const whepBefore = receivers.filter(isOld).map(({ receiver }) => receiver.pictures);
  const framesBefore = pages.filter(({ got: one }) => isOld(one)).map(({ page }) => page.frames.length);
  for (const { page, got: one } of pages) one.chunks = page.frames.filter((frame) => readPictureChunk(frame));

  // No byte of the time of another name.
  const ranges = got.flatMap((one) => {
    const range = rangeOf(one.chunks);
    return range ? [{ ...one, ...range }] : [];
  });
  const untilMs = Array.from({ length: names.length }, (_, place) =>
    Math.max(0, ...ranges.filter((one) => one.place === place).map(({ endMs }) => endMs)),
  );
  let reachedMs = 0;
  for (const [place, endMs] of untilMs.entries()) {
    for (const { who, path, startMs } of ranges.filter((one) => one.place === place))
      expect([who, path, place, startMs >= reachedMs - 1]).toEqual([who, path, place, true]);
    reachedMs = Math.max(reachedMs, endMs);
  }
  expect(thieves.flatMap(({ frames, texts }) => [...frames, ...texts])).toEqual([]);
  // Every principal got something by every way, or nothing would be shown by this.
  for (const who of Object.keys(principals))
    for (const path of ['WebSocket', 'LL-HLS'])
      expect([who, path, ranges.some((one) => one.who === who && one.path === path)]).toEqual([
        who,
        path,
        true,
      ]);

  // No byte under an old name, however it is asked for, long after.
  for (const [place, name] of names.slice(0, -1).entries()) {
    const token = tokenOf(name, { mode: 'private', meter: { meterId: 'late' } });
    if (place % 10 !== 0) continue;
    const answer = await fetch(`${harness.base}/live/hls/${name}/index.m3u8?token=${token}`);
    expect([answer.ok, (await answer.arrayBuffer()).byteLength]).toEqual([false, 0]);
    await expect(receiveWhep(harness.base, name, token)).rejects.toThrow(/refused/);
  }
  expect(pages.filter(({ got: one }) => isOld(one)).map(({ page }) => page.frames.length)).toEqual(
    framesBefore,
  );
  expect(receivers.filter(isOld).map(({ receiver }) => receiver.pictures)).toEqual(whepBefore);
  expect(harness.facts.filter((fact) => fact.kind === 'metered' && fact.meterId === 'late')).toEqual([]);
  harness.bus.publish(MEDIA_COMMANDS, { kind: 'stop', broadcastId: 'anna' });
  await Promise.all(readers);
  for (const { receiver } of receivers) await receiver.close();
});
