import { setPriority } from 'node:os';
import { setImmediate } from 'node:timers/promises';
import { filterPlayOffer } from '../edge/webrtc/play-offer.ts';
import { makePartRing } from '../hls/part-ring.ts';
import { makeMediaReceiver } from '../ingest/receive/media-receiver.ts';
import { filterPublishOffer } from '../ingest/whip/publish-offer.ts';
import { candidatesOf, filterOffer } from '../ingest/whip/sdp.ts';
import { makeStreamMeter } from '../ingest/receive/stream-meter.ts';
import { OPUS } from '../packaging/audio-format.ts';
import { makeFragmenter } from '../packaging/fragmenter.ts';
import type { Fragment, StreamInit } from '../packaging/units.ts';
import { readChunk, readTimescales, shiftChunk } from '../packaging/read-chunk.ts';
import { BROWSER_OFFER } from './browser-offer.ts';
import { mutate } from '@klieg/testing/fuzzing';
import { aggregate, PPS, rtpPacket, senderReportPacket, slice, SPS_360 } from './rtp-packets.ts';
import { seededRandom } from '@klieg/testing/fuzzing';

/*
 * Feeds the parsers of what strangers send, RTP and descriptions, and of what other nodes send, chunks,
 * with mutations of valid inputs, and measures the memory before and after; a process of its own, with
 * `--expose-gc`. The numbers for warming up and for measuring are the arguments, the answer is a message.
 */

export interface FuzzAnswer {
  readonly inputs: Readonly<Record<string, number>>;
  /** Errors that were thrown, by their text. */
  readonly errors: readonly string[];
  /** How many inputs still gave something, by parser. */
  readonly accepted: Readonly<Record<string, number>>;
  readonly bytesBefore: number;
  readonly bytesAfter: number;
}

const ERRORS_MAX = 10;
const PRIORITY_LOW = 10;
const COLLECTIONS = 5;
const PACKETS = 12;

const [, , warmUps = '2000', rtp = '34000', sdp = '16000', chunks = '16000'] = process.argv;
const random = seededRandom(1_889);
const errors: string[] = [];
const accepted: Record<string, number> = {};
const count = (parser: string): void => {
  accepted[parser] = (accepted[parser] ?? 0) + 1;
};

/** A short stream of packets, pictures and reports among them. */
function packets(): Buffer[] {
  const video = Array.from({ length: PACKETS }, (_, i) => {
    const payload = i === 0 ? aggregate(SPS_360, PPS) : slice(i === 1 ? 5 : 1, 60);
    return rtpPacket({ sequence: i, timestamp: i * 3_000, isMarked: i > 0, payload });
  });
  const sound = rtpPacket({
    payloadType: 111,
    sequence: 1,
    timestamp: 0,
    ssrc: 9,
    payload: Buffer.from([0xfc, 1]),
  });
  return [...video, senderReportPacket(7, 1_000, 0), senderReportPacket(9, 1_000, 0), sound];
}
const valid = packets();

function feedRtp(): void {
  const init: StreamInit[] = [];
  const fragmenter = makeFragmenter({
    audio: OPUS,
    fragmentMs: 80,
    startMs: 0,
    onInit: (one) => init.push(one),
    onFragment: () => undefined,
  });
  const receiver = makeMediaReceiver({
    videoPayloadType: 102,
    audioPayloadType: 111,
    redundantPayloadType: 63,
    maxKbps: 2_500,
    meter: makeStreamMeter(2_500, 0),
    onVideo: (unit) => fragmenter.pushVideo(unit),
    onAudio: (unit) => fragmenter.pushAudio(unit),
    sendFeedback: () => undefined,
  });
  let nowMs = 0;
  for (const packet of valid) {
    nowMs += 33;
    receiver.receive(random() < 0.3 ? mutate(packet, random) : packet, nowMs);
    if (random() < 0.2) receiver.tick(nowMs);
  }
  if (init.length > 0) count('rtp');
}

const offer = Buffer.from(BROWSER_OFFER);
function feedSdp(): void {
  const text = mutate(offer, random).toString('utf8');
  const offered = filterPublishOffer(text);
  if (offered.ok) {
    count('sdp');
    offered.completeAnswer(text, offered.layers);
  }
  filterOffer(text);
  filterPlayOffer(text);
  candidatesOf(text);
}

/** A header and its first chunks, as an origin sends them to an edge. */
function makeChunks(): { init: StreamInit; fragments: Fragment[] } {
  const inits: StreamInit[] = [];
  const fragments: Fragment[] = [];
  const fragmenter = makeFragmenter({
    audio: OPUS,
    fragmentMs: 80,
    startMs: 0,
    onInit: (init) => inits.push(init),
    onFragment: (fragment) => fragments.push(fragment),
  });
  for (let i = 0; i < 60; i++) {
    const isKey = i % 30 === 0;
    const sets = isKey ? { sps: SPS_360, pps: PPS } : { sps: undefined, pps: undefined };
    fragmenter.pushVideo({ ticks: i * 3_000, isKey, ...sets, nals: [slice(isKey ? 5 : 1)] });
    fragmenter.pushAudio({ onVideoMs: (i * 100) / 3, durationTicks: 960, data: Buffer.from([0xfc, i]) });
  }
  return { init: inits[0]!, fragments };
}
const source = makeChunks();

function feedChunks(): void {
  const timescales = readTimescales(mutate(source.init.data, random));
  readChunk(source.fragments[0]!.data, timescales);
  const ring = makePartRing({
    partMs: 240,
    targetSeconds: 4,
    segmentsMax: 4,
    bytesMax: 100_000,
    firstMsn: () => 0,
    dateOf: (ms) => ms,
    onChange: () => undefined,
  });
  ring.setInit(source.init);
  const known = readTimescales(source.init.data);
  for (const fragment of source.fragments.slice(0, 8)) {
    const data = mutate(fragment.data, random);
    const times = readChunk(data, known);
    if (!times) continue;
    count('fmp4');
    shiftChunk(data, known, 1_000);
    ring.append({ data, ...times }, 0);
  }
}

function feedMany(feed: () => void, times: number): void {
  for (let i = 0; i < times; i++) {
    try {
      feed();
    } catch (err) {
      if (errors.length < ERRORS_MAX) errors.push(String((err as Error).stack ?? err));
    }
  }
}

/** Memory in use after what can be freed has been freed, which takes more than one turn. */
async function settledBytes(): Promise<number> {
  for (let i = 0; i < COLLECTIONS; i++) {
    await setImmediate();
    globalThis.gc?.();
  }
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

setPriority(PRIORITY_LOW);
const parsers = [feedRtp, feedSdp, feedChunks] as const;
for (let round = 0; round < 2; round++) for (const feed of parsers) feedMany(feed, Number(warmUps));
const bytesBefore = await settledBytes();
const inputs = { rtp: Number(rtp), sdp: Number(sdp), fmp4: Number(chunks) };
feedMany(feedRtp, inputs.rtp);
feedMany(feedSdp, inputs.sdp);
feedMany(feedChunks, inputs.fmp4);
const bytesAfter = await settledBytes();
process.send?.({ inputs, errors, accepted, bytesBefore, bytesAfter } satisfies FuzzAnswer);
