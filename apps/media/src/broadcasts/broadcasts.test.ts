import { makeLeave } from '../control/leaving.ts';
import { MEDIA_TOKEN_MS } from '@klieg/contract/media';
import { silentLog } from '@klieg/kernel';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { filterPublishOffer, type PublishOffer } from '../ingest/whip/publish-offer.ts';
import { BROWSER_OFFER } from '../testing/browser-offer.ts';
import { PPS, slice, SPS_360 } from '../testing/rtp-packets.ts';
import { makeTranscodeBudget } from '../transcode/index.ts';
import type { Source } from '../ingest/source.ts';
import { type Broadcasts, makeBroadcasts } from './broadcasts.ts';
import type { SourceSlot } from './source-slot.ts';

/* What is told of a broadcast whose name changes and whose publisher goes, in every order. */

const SILENT_MS = 3_000;
let nowMs: number;
let told: unknown[];
let broadcasts: Broadcasts;

beforeEach(() => {
  nowMs = 1_000;
  told = [];
  broadcasts = makeBroadcasts({
    now: () => nowMs,
    monotonic: () => nowMs,
    tell(fact) {
      if (fact.kind === 'live') told.push(live(fact.streamName));
      if (fact.kind === 'gone') told.push(gone(fact.streamName, fact.reason));
    },
    log: silentLog,
    leaving: makeLeave(),
    signPublishing: () => '',
    ice: { port: 0 },
    budget: makeTranscodeBudget(0),
    renditionsMax: 0,
    maxKbps: 2_500,
    fragmentMs: 80,
    silentMs: SILENT_MS,
    reconnectMs: 60_000,
    publishersMax: 10,
    onKeyframe: () => {},
    onStreamEnd: () => {},
  });
});
afterEach(() => broadcasts.closeAll(1001));

const live = (streamName: string) => ({ kind: 'live', streamName });
const gone = (streamName: string, reason: string) => ({ kind: 'gone', streamName, reason });

const claims = (streamName = 'old') => ({
  use: 'publish' as const,
  broadcastId: 'anna',
  streamName,
  username: 'anna',
  session: 's',
  expiresAt: nowMs + MEDIA_TOKEN_MS,
});

/** A publisher that has just connected. */
function connect(streamName?: string): SourceSlot {
  let lastMediaMs: number | undefined;
  const source: Source = {
    tech: 'webrtc',
    get lastMediaMs() {
      return lastMediaMs;
    },
    tick: () => {},
    requestKeyframe: () => {},
    close: () => {},
  };
  const attached = broadcasts.attach(claims(streamName), source);
  if (!attached.ok) throw new Error(attached.reason);
  const { media } = attached.slot;
  const onVideo: typeof media.onVideo = (unit) => {
    lastMediaMs = nowMs;
    media.onVideo(unit);
  };
  return { ...attached.slot, media: { ...media, onVideo } };
}

/** Two keyframes, since a picture is written when the next one says how long it lasts. */
function show({ media }: SourceSlot): void {
  for (let i = 0; i < 2; i++) {
    nowMs += 40;
    media.onVideo({ ticks: nowMs * 90, isKey: true, sps: SPS_360, pps: PPS, nals: [slice(5)] });
  }
}

const resource = (): string => broadcasts.find('anna')!.resourceId;

test('renamed and lost at once: the loss is told under the new name, and that its publisher left', () => {
  const slot = connect();
  show(slot);
  broadcasts.rename('anna', 'new');
  slot.onClosed();
  expect(told).toEqual([live('old'), live('new'), gone('new', 'silent')]);
  expect(broadcasts.leave(resource())).toBe(true);
  expect(told.at(-1)).toEqual(gone('new', 'closed'));
  expect(broadcasts.find('anna')).toBeUndefined();
});

test('whoever asks for a name that it has already is told it again, and no viewer is closed for it', () => {
  show(connect());
  broadcasts.rename('anna', 'new');
  const { stream } = broadcasts.find('anna')!;
  broadcasts.rename('anna', 'new');
  expect(told).toEqual([live('old'), live('new'), live('new')]);
  expect(broadcasts.find('anna')!.stream).toBe(stream);
});

test('lost and renamed at once: a new name makes no picture, and whoever comes back has it', () => {
  const slot = connect();
  show(slot);
  slot.onClosed();
  broadcasts.rename('anna', 'new');
  expect(told).toEqual([live('old'), gone('old', 'silent')]);
  expect(broadcasts.findNamed('old')).toBeUndefined();
  // Its token was given before the name changed.
  show(connect('old'));
  expect(told.slice(2)).toEqual([live('new')]);
});

test.each([
  ['stopped', () => broadcasts.stop('anna')],
  ['left', () => broadcasts.leave(resource())],
])('whoever leaves what was %s before is told that it has left, and ends nothing more', (_how, end) => {
  show(connect());
  const before = resource();
  end();
  const toldBefore = told.length;
  expect(broadcasts.leave(before)).toBe(true);
  expect(told).toHaveLength(toldBefore);
  expect(broadcasts.leave('nobody')).toBe(false);
});

test('whoever leaves after another publisher took the place leaves that one on air', () => {
  const first = connect();
  show(first);
  const before = resource();
  first.onClosed();
  show(connect());
  expect(broadcasts.leave(before)).toBe(true);
  expect(broadcasts.find('anna')?.state.kind).toBe('live');
});

test('left before the rename: it is over, and stays so', () => {
  show(connect());
  broadcasts.leave(resource());
  broadcasts.rename('anna', 'new');
  expect(told).toEqual([live('old'), gone('old', 'closed')]);
  expect(broadcasts.list()).toEqual([]);
});

test('a publisher that stays silent for its whole wait is told as gone once', () => {
  show(connect());
  nowMs += SILENT_MS + 1;
  broadcasts.tick();
  nowMs += 60_001;
  broadcasts.tick();
  expect(told).toEqual([live('old'), gone('old', 'silent')]);
  expect(broadcasts.list()).toEqual([]);
});

test('one that takes over and goes without a picture of its own is told, and viewers wait for the next', () => {
  show(connect());
  nowMs += 1_500;
  const second = connect();
  expect(told.slice(1)).toEqual([gone('old', 'replaced')]);
  second.onClosed();
  expect(told.slice(2)).toEqual([gone('old', 'silent')]);
  expect(broadcasts.find('anna')?.state.kind).toBe('paused');
  show(connect());
  expect(told.slice(3)).toEqual([live('old')]);
  nowMs += 1_500;
  connect();
  broadcasts.leave(resource());
  expect(told.slice(4)).toEqual([gone('old', 'replaced'), gone('old', 'closed')]);
});

test('one that never showed a picture is nobody’s loss', () => {
  connect().onClosed();
  connect().onLeft();
  expect(told).toEqual([]);
  expect(broadcasts.list()).toEqual([]);
});

test('one that is stopped before its first picture is told, since its room is to close', () => {
  connect();
  expect(broadcasts.idsOf('another')).toEqual([]);
  for (const id of broadcasts.idsOf('s')) broadcasts.stop(id);
  expect(told).toEqual([gone('old', 'stopped')]);
  expect(broadcasts.list()).toEqual([]);
});

test('one whose session ends while it connects comes in no more, until it has a newer token: W33', async () => {
  const offer = filterPublishOffer(BROWSER_OFFER) as PublishOffer;
  const opening = broadcasts.publish(claims(), offer);
  expect(broadcasts.idsOf('s')).toEqual(['anna']);
  for (const id of broadcasts.idsOf('s')) broadcasts.stop(id);
  expect(await opening).toEqual({ ok: false, reason: 'stopped' });
  expect(broadcasts.idsOf('s')).toEqual([]);
  nowMs += 1;
  expect(await broadcasts.publish(claims(), offer)).toMatchObject({ ok: true });
});

test('when the process goes, nothing is told', () => {
  show(connect());
  broadcasts.closeAll(1001);
  expect(told).toEqual([live('old')]);
});
