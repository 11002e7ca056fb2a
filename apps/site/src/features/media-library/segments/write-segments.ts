import { box, fullBox, u32 } from '#site/platform/movies/index.ts';
import { type Cut, SEGMENT_BYTES_MAX, type Span } from './cut-segments.ts';
import type { Movie, Track } from './read-tracks.ts';

/** Bytes of a file. */
export interface Run {
  readonly from: number;
  readonly length: number;
}

/** A shorter gap between two ranges is sent along: that costs less than another request. */
const GAP_BYTES = 16 * 1024;
const TRACK_IDS = { video: 1, audio: 2 } as const;

/** Offset of the field of a length in bytes, by the version of its box. */
const withoutLength = (whole: Buffer, at: readonly [short: number, long: number]): Buffer => {
  const copy = Buffer.from(whole);
  const isLong = copy[8] === 1;
  copy.fill(0, at[isLong ? 1 : 0], at[isLong ? 1 : 0] + (isLong ? 8 : 4));
  return copy;
};

function trackHeader(track: Track): Buffer {
  const { boxes } = track;
  const tkhd = withoutLength(boxes.tkhd, [28, 36]);
  tkhd.writeUInt32BE(TRACK_IDS[track.kind], tkhd[8] === 1 ? 28 : 20);
  const stbl = box(
    'stbl',
    boxes.stsd,
    fullBox('stts', 0, 0, u32(0)),
    fullBox('stsc', 0, 0, u32(0)),
    fullBox('stsz', 0, 0, u32(0, 0)),
    fullBox('stco', 0, 0, u32(0)),
  );
  const minf = box('minf', boxes.media, boxes.dinf, stbl);
  const edits = track.lead > 0 ? [box('edts', fullBox('elst', 0, 0, u32(1, 0, track.lead, 0x1_0000)))] : [];
  return box('trak', tkhd, ...edits, box('mdia', withoutLength(boxes.mdhd, [24, 32]), boxes.hdlr, minf));
}

const tracksOf = ({ video, audio }: Pick<Movie, 'video' | 'audio'>): readonly Track[] =>
  audio ? [video, audio] : [video];

/** The header that each segment is read with. */
export function writeHeader(movie: Movie): Buffer {
  const tracks = tracksOf(movie);
  const mvhd = withoutLength(movie.mvhd, [24, 32]);
  // The number of the next track, which is the last field.
  mvhd.writeUInt32BE(tracks.length + 1, mvhd.length - 4);
  const defaults = tracks.map(({ kind }) => fullBox('trex', 0, 0, u32(TRACK_IDS[kind], 1, 0, 0, 0)));
  return Buffer.concat([
    box('ftyp', Buffer.from('iso6', 'latin1'), u32(0), Buffer.from('iso6mp41', 'latin1')),
    box('moov', mvhd, ...tracks.map(trackHeader), box('mvex', ...defaults)),
  ]);
}

interface Extent {
  readonly from: number;
  readonly to: number;
}

function extentsOf({ samples }: Track, { from, to }: Span, sizeBytes: number): Extent[] {
  const extents: Extent[] = [];
  for (let at = from; at < to; at++) {
    const start = samples.offsets[at]!;
    const end = start + samples.sizes[at]!;
    if (end > sizeBytes) throw new Error('a sample behind the end of the file');
    const last = extents.at(-1);
    if (last?.to === start) extents[extents.length - 1] = { from: last.from, to: end };
    else extents.push({ from: start, to: end });
  }
  return extents;
}

/** Bytes of the file that contain all of these, in as few ranges as possible. */
function joinExtents(extents: readonly Extent[]): readonly Run[] {
  const runs: { from: number; length: number }[] = [];
  for (const { from, to } of extents.toSorted((one, other) => one.from - other.from)) {
    const last = runs.at(-1);
    if (last && from <= last.from + last.length + GAP_BYTES)
      last.length = Math.max(last.length, to - last.from);
    else runs.push({ from, length: to - from });
  }
  return runs;
}

/** Finds a byte of the file among runs that are sent one after the other. */
function placesIn(runs: readonly Run[]): (offset: number) => number {
  let sum = 0;
  const starts = runs.map(({ length }) => (sum += length) - length);
  return (offset) => {
    let [low, high] = [0, runs.length - 1];
    while (low < high) {
      const middle = (low + high + 1) >>> 1;
      if (runs[middle]!.from <= offset) low = middle;
      else high = middle - 1;
    }
    return starts[low]! + offset - runs[low]!.from;
  };
}

const FLAGS = { alone: 0x0200_0000, dependent: 0x0101_0000 } as const;

/** Consecutive samples in what is sent. @param data where the first of them is, from the start of the moof */
function writeRun({ kind, samples }: Track, { from, to }: Span, data: number): Buffer {
  const isVideo = kind === 'video';
  const fields = Buffer.alloc((to - from) * (isVideo ? 16 : 8));
  let at = 0;
  for (let sample = from; sample < to; sample++) {
    at = fields.writeUInt32BE(samples.durations[sample]!, at);
    at = fields.writeUInt32BE(samples.sizes[sample]!, at);
    if (!isVideo) continue;
    at = fields.writeUInt32BE(samples.isSync[sample] ? FLAGS.alone : FLAGS.dependent, at);
    at = fields.writeInt32BE(samples.delays[sample]!, at);
  }
  return fullBox('trun', 1, isVideo ? 0xf01 : 0x301, u32(to - from, data), fields);
}

function writeFragmentOf(
  track: Track,
  span: Span,
  placeOf: (offset: number) => number,
  start: number,
): Buffer {
  const { samples, kind } = track;
  const runs: Buffer[] = [];
  for (let from = span.from; from < span.to;) {
    const place = placeOf(samples.offsets[from]!);
    let [to, next] = [from + 1, place + samples.sizes[from]!];
    while (to < span.to && placeOf(samples.offsets[to]!) === next) next += samples.sizes[to++]!;
    runs.push(writeRun(track, { from, to }, start + place));
    from = to;
  }
  const time = Buffer.alloc(8);
  time.writeBigUInt64BE(BigInt(Math.max(0, Math.round(samples.times[span.from]!))));
  const head = fullBox(
    'tfhd',
    0,
    0x02_0020,
    u32(TRACK_IDS[kind], kind === 'video' ? FLAGS.dependent : FLAGS.alone),
  );
  return box('traf', head, fullBox('tfdt', 1, 0, time), ...runs);
}

/** A segment: its own bytes, which are followed by bytes of the file. */
export interface Segment {
  readonly seconds: number;
  /** The moof, and the header of the mdat. */
  readonly head: Buffer;
  readonly runs: readonly Run[];
}

/** @throws Error for a segment larger than a player should wait for */
export function writeSegment(
  movie: Pick<Movie, 'video' | 'audio'>,
  cut: Cut,
  { nth, sizeBytes }: { readonly nth: number; readonly sizeBytes: number },
): Segment {
  const spans = tracksOf(movie)
    .map((track) => ({ track, span: cut[track.kind] }))
    .filter(({ span }) => span.to > span.from);
  const runs = joinExtents(spans.flatMap(({ track, span }) => extentsOf(track, span, sizeBytes)));
  const bytes = runs.reduce((sum, { length }) => sum + length, 0);
  if (bytes > SEGMENT_BYTES_MAX) throw new Error('a segment is too large');
  const placeOf = placesIn(runs);
  const write = (start: number) =>
    box(
      'moof',
      fullBox('mfhd', 0, 0, u32(nth + 1)),
      ...spans.map(({ track, span }) => writeFragmentOf(track, span, placeOf, start)),
    );
  // How long it is does not change with where it says that its data begin.
  const start = write(0).length + 8;
  const head = Buffer.concat([write(start), u32(bytes + 8), Buffer.from('mdat', 'latin1')]);
  return { seconds: cut.seconds, head, runs };
}
