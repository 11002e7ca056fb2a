import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { randomToken } from '@klieg/kernel';
import { eventually } from '@klieg/testing/eventually';
import {
  assertPlaylist,
  playlistText,
  type PlaylistWatches,
  type ReadMedia,
  type Rule,
  watchPlaylists,
} from '@klieg/testing/hls';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { makeKeptPieces } from './testing/kept-pieces.ts';
import { prepareTestLoop, startHarness } from './testing/live-harness.ts';

/* Real broadcasts, whose playlists are read on and on as players do, each version by the rules of RFC 8216bis. */

let loop: Awaited<ReturnType<typeof prepareTestLoop>>;
let harness: Awaited<ReturnType<typeof startHarness>>;
let folder: string;

beforeAll(async () => {
  loop = await prepareTestLoop();
});
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'klieg-rules-'));
  harness = await startHarness(
    loop.dataDir,
    { healthMs: 500, transcodeCores: 2, reconnectMs: 20_000 },
    {
      recording: {
        folder,
        freeBytesMin: 0,
        retryMs: [50],
        door: makeKeptPieces().door,
        handOver: async () => {},
      },
    },
  );
});
afterEach(async () => {
  await harness.close();
  await rm(folder, { recursive: true, force: true });
});
afterAll(async () => {
  await loop.remove();
});

/** The publisher's pictures come as evenly, and as soon, as the machine lets it send them. */
const SPARED: readonly Rule[] = ['part-too-short', 'date-off'];

/** A machine that is too busy makes no smaller rendition for a while, and then one anew under the same address. */
const SPARED_OF_SMALLER: readonly Rule[] = [...SPARED, 'sequence-past-end', 'too-short-after-removal'];

/** A player that reads what one address says until it is told to stop: with directives, and as updates. */
function follow(streamName: string, path: string, watches: PlaylistWatches, withUpdates: boolean) {
  const ended = new AbortController();
  const token = () => harness.tokenOf({ streamName, mode: 'public', mayGoBack: true });
  let newest: ReadMedia | undefined;
  let failure: unknown;
  const ask = (query: string): Promise<Response> =>
    fetch(`${harness.base}/live/hls/${streamName}/${path}?token=${token()}${query}`, {
      signal: ended.signal,
    });
  const read = async (): Promise<void> => {
    const last = newest?.segments.at(-1);
    const next = last && (last.uri === undefined ? [last.msn, last.parts.length] : [last.msn + 1, 0]);
    const canBlock = newest?.control.get('CAN-BLOCK-RELOAD') === 'YES' && next;
    const answer = await ask(
      canBlock ? `&_HLS_msn=${next[0]}&_HLS_part=${next[1]}${withUpdates ? '&_HLS_skip=YES' : ''}` : '',
    );
    if ([403, 404, 503].includes(answer.status)) return;
    const text = await playlistText(answer);
    watches.see(`${path} ${withUpdates}`, text);
    newest = watches.newest(`${path} ${withUpdates}`);
    if (canBlock && !newest!.isEnded && newest!.segments.at(-1)!.msn < next[0]!)
      throw new Error(`asked for ${next.join('.')}, answered before it was there:\n${text}`);
    if (!canBlock) await new Promise((resolve) => setTimeout(resolve, 100));
  };
  const reading = (async () => {
    while (!ended.signal.aborted && !newest?.isEnded) await read();
  })().catch((err: unknown) => {
    if (!ended.signal.aborted) failure = err;
  });
  return {
    get newest() {
      return newest;
    },
    get hasFailed() {
      return failure !== undefined;
    },
    async stop(): Promise<void> {
      ended.abort();
      await reading;
      if (failure) throw failure;
    },
  };
}

type Follower = ReturnType<typeof follow>;
const msnOf = ({ newest }: Follower): number => newest?.segments.at(-1)?.msn ?? 0;
/** Waits until all have read so many segments more, or one has read what breaks a rule. */
async function untilOn(followers: readonly Follower[], count: number): Promise<void> {
  const until = (isSo: () => boolean): Promise<void> =>
    eventually(() => {
      if (!followers.some(({ hasFailed }) => hasFailed)) expect(isSo()).toBe(true);
    });
  await until(() => followers.every((follower) => msnOf(follower) > 0));
  const from = followers.map(msnOf);
  await until(() => followers.every((follower, i) => msnOf(follower) >= from[i]! + count));
}

async function masterOf(streamName: string, path: string, count: number): Promise<string> {
  return eventually(async () => {
    const token = harness.tokenOf({ streamName, mode: 'public', mayGoBack: true });
    const text = await playlistText(
      await fetch(`${harness.base}/live/hls/${streamName}/${path}?token=${token}`),
    );
    const master = assertPlaylist(text);
    expect(master.kind === 'master' ? master.variants.length : 0).toBeGreaterThanOrEqual(count);
    return text;
  });
}

describe('each version of each playlist keeps the rules', () => {
  test('live with its renditions, whole and as updates, and of the past beside it', async () => {
    const { streamName } = await harness.publish('anna');
    harness.bus.publish('media.commands', {
      kind: 'keep_past',
      broadcastId: 'anna',
      streamName,
      minutes: 10,
    });
    // Renditions are made while somebody watches.
    harness.watchOn(streamName);
    await masterOf(streamName, 'index.m3u8', 2);
    const watches = watchPlaylists(SPARED);
    const followers = [
      follow(streamName, 'source/media.m3u8', watches, false),
      follow(streamName, 'source/media.m3u8', watches, true),
      follow(streamName, '240p/media.m3u8', watchPlaylists(SPARED_OF_SMALLER), true),
      follow(streamName, 'source/past.m3u8', watches, false),
    ];
    await untilOn(followers, 4);
    await masterOf(streamName, 'index.m3u8', 2);
    await masterOf(streamName, 'past.m3u8', 1);
    for (const follower of followers) await follower.stop();
    expect(watches.changes).toBeGreaterThan(60);
  });

  test('of a publisher who was killed, comes back, and ends', async () => {
    const streamName = randomToken();
    const { child } = await harness.publish('anna', streamName);
    harness.bus.publish('media.commands', {
      kind: 'keep_past',
      broadcastId: 'anna',
      streamName,
      minutes: 10,
    });
    const watches = watchPlaylists(SPARED);
    const [live, updates, past] = [
      follow(streamName, 'source/media.m3u8', watches, false),
      follow(streamName, 'source/media.m3u8', watches, true),
      follow(streamName, 'source/past.m3u8', watches, false),
    ] as const;
    await untilOn([live, updates, past], 2);
    child.kill('SIGKILL');
    await harness.publish('anna', streamName);
    await untilOn([live, updates, past], 2);
    harness.bus.publish('media.commands', { kind: 'stop', broadcastId: 'anna' });
    await live.stop();
    await updates.stop();
    await past.stop();
    expect(watches.changes).toBeGreaterThan(30);
  });
});
