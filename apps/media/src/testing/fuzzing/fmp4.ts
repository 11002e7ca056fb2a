import { type FuzzTarget, pack, unpack } from '@klieg/testing/fuzzing';
import { makePartRing } from '../../hls/part-ring.ts';
import { OPUS } from '../../packaging/audio-format.ts';
import { makeFragmenter } from '../../packaging/fragmenter.ts';
import { readChunk, readTimescales, shiftChunk } from '../../packaging/read-chunk.ts';
import { PPS, slice, SPS_360 } from '../rtp-packets.ts';

/* A header and the chunks behind it, as a media process gets them of another one; the first piece is the header. */

const FORMAT = { width: 640, height: 360, codec: 'avc1.42C016' };

function seed(): Buffer {
  const pieces: Buffer[] = [];
  const fragmenter = makeFragmenter({
    audio: OPUS,
    fragmentMs: 80,
    startMs: 0,
    onInit: (init) => void pieces.unshift(init.data),
    onFragment: ({ data }) => void pieces.push(data),
  });
  for (let i = 0; i < 40; i++) {
    const isKey = i % 20 === 0;
    const sets = isKey ? { sps: SPS_360, pps: PPS } : { sps: undefined, pps: undefined };
    fragmenter.pushVideo({ ticks: i * 3_000, isKey, ...sets, nals: [slice(isKey ? 5 : 1)] });
    fragmenter.pushAudio({ onVideoMs: (i * 100) / 3, durationTicks: 960, data: Buffer.from([0xfc, i]) });
  }
  return pack(pieces.slice(0, 10));
}

function feed(input: Buffer): string {
  const [header = Buffer.alloc(0), ...chunks] = unpack(input);
  const timescales = readTimescales(header);
  const ring = makePartRing({
    partMs: 240,
    targetSeconds: 4,
    segmentsMax: 4,
    bytesMax: 100_000,
    firstMsn: () => 0,
    dateOf: (ms) => ms,
    onChange: () => undefined,
  });
  ring.setInit({ codecs: FORMAT.codec, format: FORMAT, hasAudio: true, data: header });
  let read = 0;
  for (const chunk of chunks) {
    const data = Buffer.from(chunk);
    const times = readChunk(data, timescales);
    if (!times) continue;
    read += 1;
    shiftChunk(data, timescales, 1_000);
    ring.append({ data, ...times }, 0);
    const held = ring.segments.reduce((sum, { bytes }) => sum + bytes, 0);
    if (held > 100_000 + data.length) throw new Error(`the ring holds ${held} bytes`);
  }
  return read > 0 ? 'read' : 'not read';
}

export const target: FuzzTarget = {
  seeds: [seed()],
  bytesMax: 64 * 1024,
  words: [
    'moof',
    'mdat',
    'traf',
    'tfhd',
    'tfdt',
    'trun',
    'moov',
    'trak',
    'mdhd',
    'hdlr',
    'vide',
    'soun',
    'tkhd',
  ],
  feed,
};
