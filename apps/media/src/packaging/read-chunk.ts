import { VIDEO_HZ, VIDEO_TRACK } from './init-segment.ts';

/*
 * Reads back what the packager wrote: an edge gets a rendition as bytes and must know where its chunks begin, how long
 * they are, and at which of them a decoder can begin.
 */

/** Ticks in a second of each track, by track id. */
export type Timescales = ReadonlyMap<number, number>;

/** What a chunk says of itself; times are those of its first track, which are pictures where there are any. */
export interface ChunkTimes {
  readonly isKey: boolean;
  readonly startMs: number;
  readonly durationMs: number;
}

export interface BoxPlace {
  readonly type: string;
  /** The content, without size and type. */
  readonly from: number;
  readonly to: number;
}

export const SAMPLE_NOT_SYNC = 0x1_0000;
export const HAS_DATA_OFFSET = 0x1;
const HAS_FIRST_FLAGS = 0x4;
/** Duration, size and flags of each sample. */
const HAS_ROWS = 0x700;
const HAS_COMPOSITION = 0x800;
const SAMPLES_MAX = 10_000;
/** Stands for a clock that is not known. */
const MS_CLOCK = 1_000;

/** The boxes between two places; ends where they are malformed. */
export function* boxesIn(data: Buffer, from: number, to: number): Generator<BoxPlace> {
  for (let at = from; at + 8 <= to;) {
    const bytes = data.readUInt32BE(at);
    if (bytes < 8 || at + bytes > to) return;
    yield { type: data.toString('latin1', at + 4, at + 8), from: at + 8, to: at + bytes };
    at += bytes;
  }
}

function childOf(data: Buffer, { from, to }: BoxPlace, type: string): BoxPlace | undefined {
  for (const box of boxesIn(data, from, to)) if (box.type === type) return box;
  return undefined;
}

export function findBox(data: Buffer, path: readonly string[], within: BoxPlace): BoxPlace | undefined {
  let place: BoxPlace | undefined = within;
  for (const type of path) place = place && childOf(data, place, type);
  return place;
}

export const whole = (data: Buffer): BoxPlace => ({ type: '', from: 0, to: data.length });

/** The clocks of a CMAF header; a track whose clock cannot be read is left out. */
export function readTimescales(init: Buffer): Timescales {
  const timescales = new Map<number, number>();
  const movie = findBox(init, ['moov'], whole(init));
  if (!movie) return timescales;
  for (const track of boxesIn(init, movie.from, movie.to)) {
    if (track.type !== 'trak') continue;
    const header = findBox(init, ['tkhd'], track);
    const media = findBox(init, ['mdia', 'mdhd'], track);
    // Version 0 has times of 4 bytes, version 1 of 8.
    const idAt = header && header.from + (init[header.from] === 1 ? 20 : 12);
    const scaleAt = media && media.from + (init[media.from] === 1 ? 20 : 12);
    if (!header || !media || idAt! + 4 > header.to || scaleAt! + 4 > media.to) continue;
    const scale = init.readUInt32BE(scaleAt!);
    if (scale > 0) timescales.set(init.readUInt32BE(idAt!), scale);
  }
  return timescales;
}

interface TrackPlace {
  readonly trackId: number;
  /** Where its box begins. */
  readonly boxAt: number;
  readonly scale: number;
  /** Where the 8 bytes of the decode time lie. */
  readonly timeAt: number;
  readonly run: BoxPlace;
}

export function tracksOf(data: Buffer, timescales: Pick<Timescales, 'get'>): TrackPlace[] {
  const moof = findBox(data, ['moof'], whole(data));
  if (!moof) return [];
  return [...boxesIn(data, moof.from, moof.to)].flatMap((box) => {
    if (box.type !== 'traf') return [];
    const header = findBox(data, ['tfhd'], box);
    const time = findBox(data, ['tfdt'], box);
    const run = findBox(data, ['trun'], box);
    if (!header || !time || !run || header.to - header.from < 8) return [];
    const trackId = data.readUInt32BE(header.from + 4);
    const scale = timescales.get(trackId);
    const isLong = time.to - time.from >= 12 && data[time.from] === 1;
    return scale && isLong ? [{ trackId, boxAt: box.from - 8, scale, timeAt: time.from + 4, run }] : [];
  });
}

/** A track of a chunk, sample by sample. */
export interface TrackRead {
  readonly startMs: number;
  readonly samples: readonly { readonly durationMs: number; readonly bytes: number }[];
}

/** Position of a run's rows; undefined for a run not written by the packager. */
export function rowsOf(
  data: Buffer,
  { from, to }: BoxPlace,
): { readonly rows: number; readonly rowBytes: number; readonly count: number } | undefined {
  if (to - from < 8) return undefined;
  const flags = data.readUInt32BE(from) & 0xff_ffff;
  const count = data.readUInt32BE(from + 4);
  const headBytes = 8 + (flags & HAS_DATA_OFFSET ? 4 : 0) + (flags & HAS_FIRST_FLAGS ? 4 : 0);
  const rowBytes = flags & HAS_COMPOSITION ? 16 : 12;
  const isOurs = (flags & HAS_ROWS) === HAS_ROWS && count > 0 && count <= SAMPLES_MAX;
  if (!isOurs || from + headBytes + count * rowBytes > to) return undefined;
  return { rows: from + headBytes, rowBytes, count };
}

/** Sum of the durations in ticks, and whether the first sample can be decoded by itself. */
function readRun(data: Buffer, run: BoxPlace): { ticks: number; isKey: boolean } | undefined {
  const place = rowsOf(data, run);
  if (!place) return undefined;
  const { rows, rowBytes, count } = place;
  let ticks = 0;
  for (let i = 0; i < count; i++) ticks += data.readUInt32BE(rows + i * rowBytes);
  return { ticks, isKey: (data.readUInt32BE(rows + 8) & SAMPLE_NOT_SYNC) === 0 };
}

/** Reads one chunk; undefined when it is malformed or of tracks that the header does not have. */
export function readChunk(data: Buffer, timescales: Timescales): ChunkTimes | undefined {
  const [track] = tracksOf(data, timescales);
  const run = track && readRun(data, track.run);
  if (!run) return undefined;
  const startTicks = Number(data.readBigUInt64BE(track.timeAt));
  if (!Number.isSafeInteger(startTicks)) return undefined;
  const perMs = track.scale / 1000;
  return { isKey: run.isKey, startMs: startTicks / perMs, durationMs: run.ticks / perMs };
}

/** Every header of the packager gives pictures this clock. */
export const PICTURE_CLOCK: Timescales = new Map([[VIDEO_TRACK, VIDEO_HZ]]);

/** Reads one chunk of a rendition with pictures without its header. */
export const readPictureChunk = (data: Buffer): ChunkTimes | undefined => readChunk(data, PICTURE_CLOCK);

/**
 * Reads a chunk sample by sample, its first track first; empty when that is malformed or not of the header. Times of
 * other tracks are right only where the header has their clock.
 */
export function readRuns(data: Buffer, timescales: Timescales): readonly TrackRead[] {
  const [leading] = tracksOf(data, timescales);
  const all = tracksOf(data, { get: (trackId) => timescales.get(trackId) ?? MS_CLOCK });
  if (!leading || all[0]?.boxAt !== leading.boxAt) return [];
  return all.flatMap(({ run, scale, timeAt }) => {
    const place = rowsOf(data, run);
    const startTicks = Number(data.readBigUInt64BE(timeAt));
    if (!place || !Number.isSafeInteger(startTicks)) return [];
    const perMs = scale / 1000;
    const samples = Array.from({ length: place.count }, (_, i) => {
      const at = place.rows + i * place.rowBytes;
      return { durationMs: data.readUInt32BE(at) / perMs, bytes: data.readUInt32BE(at + 4) };
    });
    return [{ startMs: startTicks / perMs, samples }];
  });
}

/** The chunks of a part or segment, in order; ends where it is malformed. */
export function* chunksIn(data: Buffer): Generator<Buffer> {
  let start: number | undefined;
  for (const { type, from, to } of boxesIn(data, 0, data.length)) {
    if (type === 'moof') start = from - 8;
    if (type !== 'mdat' || start === undefined) continue;
    yield data.subarray(start, to);
    start = undefined;
  }
}

/** Moves all tracks of a chunk in time, in place. @param shiftMs that does not bring a track below 0 */
export function shiftChunk(data: Buffer, timescales: Timescales, shiftMs: number): void {
  for (const { scale, timeAt } of tracksOf(data, timescales)) {
    const ticks = Number(data.readBigUInt64BE(timeAt)) + Math.round((shiftMs * scale) / 1000);
    if (Number.isSafeInteger(ticks) && ticks >= 0) data.writeBigUInt64BE(BigInt(ticks), timeAt);
  }
}

/**
 * Moves all tracks of a chunk back in time, in place, and leaves out a track that would begin before 0:
 * its box becomes free space, so that nothing else has to move.
 */
export function shiftChunkToStart(data: Buffer, timescales: Timescales, earlierMs: number): void {
  for (const { boxAt, scale, timeAt } of tracksOf(data, timescales)) {
    const ticks = Number(data.readBigUInt64BE(timeAt)) - Math.round((earlierMs * scale) / 1000);
    if (ticks >= 0) data.writeBigUInt64BE(BigInt(ticks), timeAt);
    else data.write('free', boxAt + 4, 'latin1');
  }
}
