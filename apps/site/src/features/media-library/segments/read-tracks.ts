import { type Box, childOf, readBoxes, requireChild } from '#site/platform/movies/index.ts';

/** Samples of a track in the order of their decoding; times are in ticks of the track. */
export interface Samples {
  readonly count: number;
  /** In the file, in bytes. */
  readonly offsets: Float64Array;
  readonly sizes: Uint32Array;
  /** When they are decoded. */
  readonly times: Float64Array;
  readonly durations: Uint32Array;
  /** How much later than decoded they are shown. */
  readonly delays: Int32Array;
  readonly isSync: Uint8Array;
}

/** When a sample is shown or heard, in seconds from the start of the movie. */
export const shownAt = (
  { samples, timescale, lead }: Pick<Track, 'samples' | 'timescale' | 'lead'>,
  at: number,
): number => (samples.times[at]! + samples.delays[at]! - lead) / timescale;

export interface Track {
  readonly kind: 'video' | 'audio';
  /** Ticks in a second. */
  readonly timescale: number;
  readonly samples: Samples;
  /**
   * Ticks by which everything is shown earlier than its times say: with reordered pictures decoding starts before the
   * movie begins, and there is no negative time. An edit list tells players.
   */
  readonly lead: number;
  /** What a header of segments repeats of the track. */
  readonly boxes: Readonly<Record<'tkhd' | 'mdhd' | 'hdlr' | 'media' | 'dinf' | 'stsd', Buffer>>;
}

/** Six hours of 60 pictures a second, six times over. */
const SAMPLES_MAX = 8_000_000;

function checkCount(count: number, bytes: number, perEntry: number): number {
  if (count * perEntry > bytes) throw new Error('a table does not fit');
  return count;
}

/** Entries of a table of pairs, such as how many samples have which length. */
function readPairs({ content }: Box, version = 0): (readonly [count: number, value: number])[] {
  const count = checkCount(content.readUInt32BE(4), content.length - 8, 8);
  return Array.from({ length: count }, (_, at) => [
    content.readUInt32BE(8 + at * 8),
    version === 1 ? content.readInt32BE(12 + at * 8) : content.readUInt32BE(12 + at * 8),
  ]);
}

function readSizes({ content }: Box): Uint32Array {
  const [same, count] = [content.readUInt32BE(4), content.readUInt32BE(8)];
  if (count > SAMPLES_MAX) throw new Error('too many samples');
  if (same > 0) return new Uint32Array(count).fill(same);
  checkCount(count, content.length - 12, 4);
  return Uint32Array.from({ length: count }, (_, at) => content.readUInt32BE(12 + at * 4));
}

/** Positions of the chunks, which group samples. */
function readChunks(stbl: Buffer): readonly number[] {
  const small = childOf(stbl, 'stco');
  const { content } = small ?? requireChild(stbl, 'co64');
  const width = small ? 4 : 8;
  const count = checkCount(content.readUInt32BE(4), content.length - 8, width);
  return Array.from({ length: count }, (_, at) =>
    small ? content.readUInt32BE(8 + at * 4) : Number(content.readBigUInt64BE(8 + at * 8)),
  );
}

/** @throws Error for samples of several kinds, or without a position */
function readOffsets(stbl: Buffer, sizes: Uint32Array): Float64Array {
  const { content } = requireChild(stbl, 'stsc');
  const count = checkCount(content.readUInt32BE(4), content.length - 8, 12);
  const chunks = readChunks(stbl);
  const offsets = new Float64Array(sizes.length);
  let sample = 0;
  for (let entry = 0; entry < count; entry++) {
    const at = 8 + entry * 12;
    const [first, each, kind] = [
      content.readUInt32BE(at),
      content.readUInt32BE(at + 4),
      content.readUInt32BE(at + 8),
    ];
    const next = entry + 1 < count ? content.readUInt32BE(at + 12) : chunks.length + 1;
    if (kind !== 1 || first < 1 || next <= first) throw new Error('chunks that are not understood');
    for (let chunk = first; chunk < next && sample < sizes.length; chunk++) {
      let offset = chunks[chunk - 1];
      if (offset === undefined) throw new Error('no such chunk');
      for (let nth = 0; nth < each && sample < sizes.length; nth++) {
        offsets[sample] = offset;
        offset += sizes[sample]!;
        sample += 1;
      }
    }
  }
  if (sample < sizes.length) throw new Error('samples that stand nowhere');
  return offsets;
}

/** Spreads pairs over the samples. */
function spread<A extends Uint32Array | Int32Array>(
  pairs: readonly (readonly [number, number])[],
  into: A,
): A {
  let at = 0;
  for (const [count, value] of pairs) {
    const end = Math.min(into.length, at + count);
    into.fill(value, at, end);
    at = end;
  }
  return into;
}

/**
 * By how many ticks the track is shown later than its own times say. @throws Error for a track edited into several
 * pieces
 */
function readShift(trak: Buffer, timescale: number, movieScale: number): number {
  const edts = childOf(trak, 'edts');
  const elst = edts && childOf(edts.content, 'elst')?.content;
  if (!elst) return 0;
  const isLong = elst[0] === 1;
  const width = isLong ? 20 : 12;
  const count = checkCount(elst.readUInt32BE(4), elst.length - 8, width);
  let [shift, isBegun] = [0, false];
  for (let at = 8; at < 8 + count * width; at += width) {
    const length = isLong ? Number(elst.readBigUInt64BE(at)) : elst.readUInt32BE(at);
    const from = isLong ? Number(elst.readBigInt64BE(at + 8)) : elst.readInt32BE(at + 4);
    if (isBegun) throw new Error('several pieces');
    if (from === -1) shift += Math.round((length * timescale) / movieScale);
    else [shift, isBegun] = [shift - from, true];
  }
  return shift;
}

/** @param start when the first sample is decoded, in ticks */
function readSamples(stbl: Buffer, start: number): Samples {
  const sizes = readSizes(requireChild(stbl, 'stsz'));
  const count = sizes.length;
  const durations = spread(readPairs(requireChild(stbl, 'stts')), new Uint32Array(count));
  const ctts = childOf(stbl, 'ctts');
  const delays = ctts
    ? spread(readPairs(ctts, ctts.content[0]), new Int32Array(count))
    : new Int32Array(count);
  const stss = childOf(stbl, 'stss')?.content;
  const isSync = new Uint8Array(count).fill(stss ? 0 : 1);
  const syncs = stss ? checkCount(stss.readUInt32BE(4), stss.length - 8, 4) : 0;
  for (let at = 0; at < syncs; at++) isSync[stss!.readUInt32BE(8 + at * 4) - 1] = 1;
  const times = new Float64Array(count);
  let time = start;
  for (let at = 0; at < count; at++) {
    times[at] = time;
    time += durations[at]!;
  }
  return { count, offsets: readOffsets(stbl, sizes), sizes, times, durations, delays, isSync };
}

const KINDS: Readonly<Record<string, Track['kind']>> = { vide: 'video', soun: 'audio' };

function readTrack(trak: Buffer, movieScale: number): Track | undefined {
  const mdia = requireChild(trak, 'mdia').content;
  const hdlr = requireChild(mdia, 'hdlr');
  const kind = KINDS[hdlr.content.toString('latin1', 8, 12)];
  if (!kind) return undefined;
  const mdhd = requireChild(mdia, 'mdhd');
  const timescale = mdhd.content.readUInt32BE(mdhd.content[0] === 1 ? 20 : 12);
  const minf = requireChild(mdia, 'minf').content;
  const stbl = requireChild(minf, 'stbl').content;
  const stsd = requireChild(stbl, 'stsd');
  if (timescale === 0 || stsd.content.readUInt32BE(4) !== 1)
    throw new Error('a track that is not understood');
  const shift = readShift(trak, timescale, movieScale);
  const lead = kind === 'video' ? Math.max(0, -shift) : 0;
  return {
    kind,
    timescale,
    samples: readSamples(stbl, shift + lead),
    lead,
    boxes: {
      tkhd: requireChild(trak, 'tkhd').whole,
      mdhd: mdhd.whole,
      hdlr: hdlr.whole,
      media: requireChild(minf, kind === 'video' ? 'vmhd' : 'smhd').whole,
      dinf: requireChild(minf, 'dinf').whole,
      stsd: stsd.whole,
    },
  };
}

export interface Movie {
  readonly mvhd: Buffer;
  readonly video: Track;
  readonly audio: Track | undefined;
}

/** The first picture track and sound track of a movie whose index is in one place. @throws Error for any other */
export function readMovie(moov: Buffer): Movie {
  const mvhd = requireChild(moov, 'mvhd');
  const movieScale = mvhd.content.readUInt32BE(mvhd.content[0] === 1 ? 20 : 12) || 1;
  const tracks = readBoxes(moov)
    .filter(({ type }) => type === 'trak')
    .flatMap(({ content }) => readTrack(content, movieScale) ?? []);
  const video = tracks.find(({ kind, samples }) => kind === 'video' && samples.count > 0);
  const audio = tracks.find(({ kind, samples }) => kind === 'audio' && samples.count > 0);
  if (!video) throw new Error('no picture');
  return { mvhd: mvhd.whole, video, audio };
}
