import { type FuzzTarget, pack, unpack } from '@klieg/testing/fuzzing';
import { makeMediaReceiver } from '../../ingest/receive/media-receiver.ts';
import { makeStreamMeter } from '../../ingest/receive/stream-meter.ts';
import { OPUS } from '../../packaging/audio-format.ts';
import { makeFragmenter } from '../../packaging/fragmenter.ts';
import { writeRedundant } from '../../packaging/redundant-sound.ts';
import {
  aggregate,
  PPS,
  rtpPacket,
  senderReportPacket,
  slice,
  SPS_360,
  transportSequence,
} from '../rtp-packets.ts';

/* Packets of a publisher by WebRTC, RTP and RTCP: a piece is a packet behind a byte (1: the track of the sound). */

const STEP_MS = 11;
const VIDEO_TYPE = 102;
const RTX_TYPE = 108;
const EXTENSIONS = { transportSequence: 3, rid: 10, repairedRid: 11 } as const;
const AUDIO_TYPE = 111;
const REDUNDANT_TYPE = 63;

const packet = (isSound: boolean, bytes: Buffer): Buffer =>
  Buffer.concat([Buffer.from([isSound ? 1 : 0]), bytes]);

/** Numbered among all packets, and with the name of a layer. */
const extensionsOf = (sequence: number, rid: string) =>
  new Map([
    [EXTENSIONS.transportSequence, transportSequence(sequence)],
    [EXTENSIONS.rid, Buffer.from(rid)],
  ]);

/** A repeat in a stream of its own. */
const repeat = rtpPacket({
  payloadType: RTX_TYPE,
  ssrc: 70,
  sequence: 1,
  timestamp: 6_000,
  payload: Buffer.concat([Buffer.from([0, 2]), slice(1, 60)]),
  extensions: new Map([[EXTENSIONS.repairedRid, Buffer.from('h')]]),
});

/** A picture in two fragments (FU-A). */
const fragments = (sequence: number, timestamp: number): Buffer[] => {
  const nal = slice(1, 80);
  return [nal.subarray(1, 41), nal.subarray(41)].map((payload, i) =>
    rtpPacket({
      sequence: sequence + i,
      timestamp,
      isMarked: i === 1,
      payload: Buffer.concat([Buffer.from([0x7c, (i === 0 ? 0x80 : 0x40) | 1]), payload]),
    }),
  );
};

function seed(): Buffer {
  const video = Array.from({ length: 10 }, (_, i) => {
    const payload = i === 0 ? aggregate(SPS_360, PPS) : slice(i === 1 ? 5 : 1, 60);
    return rtpPacket({
      sequence: i,
      timestamp: i * 3_000,
      isMarked: i > 0,
      payload,
      ...(i % 2 === 0 && { extensions: extensionsOf(i, 'h') }),
    });
  });
  const sound = [0, 1, 2].map((i) =>
    rtpPacket({
      payloadType: AUDIO_TYPE,
      sequence: i,
      timestamp: i * 960,
      ssrc: 9,
      payload: Buffer.from([0xfc, i]),
    }),
  );
  const redundant = rtpPacket({
    payloadType: REDUNDANT_TYPE,
    sequence: 4,
    timestamp: 4 * 960,
    ssrc: 9,
    payload: writeRedundant(
      { earlier: [{ behindTicks: 960, data: Buffer.from([0xfc, 3]) }], data: Buffer.from([0xfc, 4]) },
      AUDIO_TYPE,
    ),
  });
  return pack([
    ...[...video, ...fragments(10, 30_000), repeat, senderReportPacket(7, 1_000, 0)].map((one) =>
      packet(false, one),
    ),
    ...[...sound, redundant, senderReportPacket(9, 1_000, 0)].map((one) => packet(true, one)),
  ]);
}

/** Where the pictures of a publisher go; one of several sizes, too. */
function makeWay(layers: readonly string[]) {
  let inits = 0;
  let chunks = 0;
  const makePackager = () =>
    makeFragmenter({
      audio: OPUS,
      fragmentMs: 80,
      startMs: 0,
      onInit: () => (inits += 1),
      onFragment: () => (chunks += 1),
    });
  const fragmenter = makePackager();
  const beside = makePackager();
  const meter = makeStreamMeter(2_500, 0);
  const receiver = makeMediaReceiver({
    videoPayloadType: VIDEO_TYPE,
    audioPayloadType: AUDIO_TYPE,
    redundantPayloadType: REDUNDANT_TYPE,
    rtxPayloadType: RTX_TYPE,
    extensions: EXTENSIONS,
    layers,
    maxKbps: 2_500,
    meter,
    onVideo: (unit) => fragmenter.pushVideo(unit),
    onLayer: (_layer, unit) => beside.pushVideo(unit),
    onLayerEnd: () => undefined,
    onAudio: (unit) => fragmenter.pushAudio(unit),
    sendFeedback: () => undefined,
  });
  return {
    receiver,
    meter,
    told: () => `${inits > 0 ? 'begun' : 'not begun'}, ${chunks > 0 ? 'packaged' : 'nothing'}`,
  };
}

function feed(input: Buffer): string {
  const ways = [makeWay([]), makeWay(['h', 'l'])];
  let nowMs = 0;
  for (const piece of unpack(input)) {
    nowMs += STEP_MS;
    for (const { receiver } of ways) {
      receiver.receive(piece.subarray(1), nowMs);
      if ((piece[0] ?? 0) & 2) receiver.tick(nowMs);
    }
  }
  for (const { receiver, meter } of ways) {
    receiver.tick(nowMs + 1_000);
    meter.take(nowMs + 1_000);
  }
  return ways[0]!.told();
}

export const target: FuzzTarget = { seeds: [seed()], bytesMax: 32 * 1024, feed };
