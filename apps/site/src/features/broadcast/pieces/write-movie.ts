import { box, fullBox, u32 } from '#site/platform/movies/index.ts';
import type { SampleRun, TrackHeader } from './read-chunks.ts';

/** Ticks in a second of the movie itself: those of pictures, so that nothing is rounded. */
const MOVIE_SCALE = 90_000;
const LANGUAGE_UNDETERMINED = 0x55c4;
const MATRIX = u32(0x1_0000, 0, 0, 0, 0x1_0000, 0, 0, 0, 0x4000_0000);

const u16 = (...values: readonly number[]): Buffer => {
  const buffer = Buffer.alloc(values.length * 2);
  for (const [at, value] of values.entries()) buffer.writeUInt16BE(value, at * 2);
  return buffer;
};
const u64 = (...values: readonly number[]): Buffer => {
  const buffer = Buffer.alloc(values.length * 8);
  for (const [at, value] of values.entries()) buffer.writeBigInt64BE(BigInt(Math.round(value)), at * 8);
  return buffer;
};

/** Collects numbers for a table of a file: three hours have a million of them. */
function makeNumbers() {
  let buffer = Buffer.alloc(4096);
  let length = 0;
  return {
    get count() {
      return length / 4;
    },
    push(value: number) {
      if (length === buffer.length) buffer = Buffer.concat([buffer, Buffer.alloc(length)]);
      length = buffer.writeUInt32BE(value >>> 0, length);
    },
    bytes: () => buffer.subarray(0, length),
  };
}

/** A run-length table: how many consecutive entries have the same value. */
function makeRunLengths() {
  const table = makeNumbers();
  let last: { count: number; readonly value: number } | undefined;
  const flush = (): void => {
    if (!last) return;
    table.push(last.count);
    table.push(last.value);
    last = undefined;
  };
  return {
    push(value: number) {
      if (last?.value === value) last.count += 1;
      else {
        flush();
        last = { count: 1, value };
      }
    },
    end() {
      flush();
      return { entries: table.count / 2, bytes: table.bytes() };
    },
  };
}

/** The index of a track, put together run by run. */
function makeTrackIndex(header: TrackHeader) {
  const sizes = makeNumbers();
  const durations = makeRunLengths();
  const delays = makeRunLengths();
  const syncs = makeNumbers();
  const chunks = makeNumbers();
  const places: number[] = [];
  let lastChunk = 0;
  /** Of the first sample, in ticks of the recording's clock. */
  let start: number | undefined;
  let firstDelay = 0;
  let hasDelays = false;
  /** The last sample lasts until the next one, whatever it said. */
  let pending: number | undefined;
  let end = 0;
  let total = 0;

  const settle = (duration: number): void => {
    durations.push(duration);
    total += duration;
  };

  return {
    header,
    /** Positions of chunks among the bytes of all runs. */
    places,
    get start() {
      return start;
    },
    get firstDelay() {
      return firstDelay;
    },
    /** @param place of its bytes among those of all runs */
    add({ time, samples }: Pick<SampleRun, 'time' | 'samples'>, place: number) {
      if (samples.length === 0) return;
      if (pending !== undefined) {
        const moved = Math.max(0, pending + time - end);
        settle(moved);
        end += moved - pending;
      }
      start ??= time;
      if (sizes.count === 0) [end, firstDelay] = [time, samples[0]!.delay];
      places.push(place);
      if (samples.length !== lastChunk) {
        for (const value of [places.length, samples.length, 1]) chunks.push(value);
        lastChunk = samples.length;
      }
      for (const [nth, { bytes, duration, delay, isSync }] of samples.entries()) {
        sizes.push(bytes);
        delays.push(delay);
        hasDelays ||= delay !== 0;
        if (isSync) syncs.push(sizes.count);
        if (nth + 1 < samples.length) settle(duration);
        else pending = duration;
        end += duration;
      }
    },
    /** @returns ticks of all samples */
    end(): number {
      if (pending !== undefined) settle(pending);
      pending = undefined;
      return total;
    },
    /** The positions of chunks are its last bytes, and filled in later. */
    table(): Buffer {
      const [times, shown] = [durations.end(), delays.end()];
      const isAll = syncs.count === sizes.count;
      return box(
        'stbl',
        header.boxes.stsd,
        fullBox('stts', 0, 0, u32(times.entries), times.bytes),
        ...(hasDelays ? [fullBox('ctts', 1, 0, u32(shown.entries), shown.bytes)] : []),
        ...(isAll ? [] : [fullBox('stss', 0, 0, u32(syncs.count), syncs.bytes())]),
        fullBox('stsc', 0, 0, u32(chunks.count / 3), chunks.bytes()),
        fullBox('stsz', 0, 0, u32(0, sizes.count), sizes.bytes()),
        fullBox('co64', 0, 0, u32(places.length), Buffer.alloc(places.length * 8)),
      );
    },
  };
}

type TrackIndex = ReturnType<typeof makeTrackIndex>;

function trackHeader({ trackId, kind, width, height }: TrackHeader, ticks: number): Buffer {
  const volume = kind === 'audio' ? 0x100 : 0;
  const times = Buffer.concat([u64(0, 0), u32(trackId, 0), u64(ticks)]);
  return fullBox('tkhd', 1, 3, times, u32(0, 0), u16(0, 0, volume, 0), MATRIX, u32(width, height));
}

/** Tells how much of a track is shown from when on. @param emptyTicks of the movie, before it */
function edits(emptyTicks: number, ticks: number, from: number): Buffer {
  if (emptyTicks === 0 && from === 0) return Buffer.alloc(0);
  const entry = (length: number, at: number) => Buffer.concat([u64(length, at), u32(0x1_0000)]);
  const entries = [...(emptyTicks > 0 ? [entry(emptyTicks, -1)] : []), entry(ticks, from)];
  return box('edts', fullBox('elst', 1, 0, u32(entries.length), ...entries));
}

/**
 * An index in front of the recorded bytes, made while these are read once: it gives the final position of every sample.
 */
export interface MovieIndex {
  /**
   * Adds samples; their bytes come after those of all before them. @param shiftMs from their clock to that of the
   * recording
   */
  add(run: SampleRun, shiftMs: number): void;
  /** Bytes of all samples. */
  readonly bytes: number;
  /** @returns what comes before the samples; undefined where there are no pictures */
  end(): { readonly head: Buffer; readonly durationMs: number } | undefined;
}

export function makeMovieIndex(headers: readonly TrackHeader[]): MovieIndex {
  const tracks = new Map(headers.map((header) => [header.trackId, makeTrackIndex(header)]));
  let bytes = 0;

  const place = (track: TrackIndex, startSeconds: number) => {
    const { timescale } = track.header;
    const ticks = track.end();
    const lateSeconds = track.start! / timescale - startSeconds;
    // NOTE: pictures that are shown out of order are decoded before the movie begins.
    const from =
      track.header.kind === 'video' ? track.firstDelay : Math.max(0, Math.round(-lateSeconds * timescale));
    const emptyTicks = track.header.kind === 'video' ? 0 : Math.max(0, Math.round(lateSeconds * MOVIE_SCALE));
    const lasts = track.header.kind === 'video' ? ticks : Math.max(0, ticks - from);
    const movieTicks = Math.round((lasts * MOVIE_SCALE) / timescale);
    return { track, ticks, from, emptyTicks, movieTicks };
  };
  type Placed = ReturnType<typeof place>;

  const trackBox = ({ track, ticks, from, emptyTicks, movieTicks }: Placed, table: Buffer): Buffer => {
    const { header } = track;
    const times = Buffer.concat([u64(0, 0), u32(header.timescale), u64(ticks)]);
    const mdhd = fullBox('mdhd', 1, 0, times, u16(LANGUAGE_UNDETERMINED, 0));
    const minf = box('minf', header.boxes.media, header.boxes.dinf, table);
    return box(
      'trak',
      trackHeader(header, emptyTicks + movieTicks),
      edits(emptyTicks, movieTicks, from),
      box('mdia', mdhd, header.boxes.hdlr, minf),
    );
  };

  return {
    get bytes() {
      return bytes;
    },
    add({ trackId, time, samples, data }, shiftMs) {
      const track = tracks.get(trackId);
      if (!track) throw new Error('samples of no track');
      const shift = Math.round((shiftMs * track.header.timescale) / 1000);
      track.add({ time: time + shift, samples }, bytes);
      bytes += data.length;
    },
    end() {
      const filled = [...tracks.values()].filter(({ start }) => start !== undefined);
      const video = filled.find(({ header }) => header.kind === 'video');
      if (!video) return undefined;
      const startSeconds = (video.start! + video.firstDelay) / video.header.timescale;
      const placed = filled.map((track) => place(track, startSeconds));
      const movieTicks = Math.max(...placed.map((one) => one.emptyTicks + one.movieTicks));
      const times = Buffer.concat([u64(0, 0), u32(MOVIE_SCALE), u64(movieTicks)]);
      const nextTrack = Math.max(...filled.map(({ header }) => header.trackId)) + 1;
      const mvhd = fullBox(
        'mvhd',
        1,
        0,
        times,
        u32(0x1_0000),
        u16(0x100, 0),
        u32(0, 0),
        MATRIX,
        Buffer.alloc(24),
        u32(nextTrack),
      );
      const ftyp = box('ftyp', Buffer.from('isom'), u32(512), Buffer.from('isomiso2avc1mp41'));
      const tables = placed.map(({ track }) => track.table());
      const write = (written: readonly Buffer[]): Buffer =>
        Buffer.concat([ftyp, box('moov', mvhd, ...placed.map((one, at) => trackBox(one, written[at]!)))]);
      // Its length does not depend on the sample positions in it.
      const from = write(tables).length + 16;
      for (const [at, { track }] of placed.entries()) placeChunks(tables[at]!, track.places, from);
      const mdat = Buffer.concat([u32(1), Buffer.from('mdat'), u64(bytes + 16)]);
      const videoTicks = placed.find(({ track }) => track === video)!.ticks;
      return {
        head: Buffer.concat([write(tables), mdat]),
        durationMs: Math.round((videoTicks * 1000) / video.header.timescale),
      };
    },
  };
}

/** Fills in a table where its chunks are. */
function placeChunks(table: Buffer, places: readonly number[], from: number): void {
  const start = table.length - places.length * 8;
  for (const [at, place] of places.entries()) table.writeBigUInt64BE(BigInt(place + from), start + at * 8);
}
