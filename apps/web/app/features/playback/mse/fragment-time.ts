/* Reads from fragmented MP4 (ISO/IEC 14496-12) which time a chunk covers. Malformed data covers nothing. */

/** Ticks a second by number of the track. */
export type TrackClocks = ReadonlyMap<number, number>;

/** Seconds on the stream's timeline. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

const TRACKS_MAX = 4;
const SAMPLES_MAX = 1_000;
/** Bytes before a box's content: size and type. */
const HEAD = 8;

/** The content of the boxes of a type, among those that follow each other in a view. */
function boxesOf(view: DataView, type: string): DataView[] {
  const found: DataView[] = [];
  let at = 0;
  while (at + HEAD <= view.byteLength && found.length < TRACKS_MAX) {
    const size = view.getUint32(at);
    if (size < HEAD || at + size > view.byteLength) break;
    const name = String.fromCharCode(...[4, 5, 6, 7].map((byte) => view.getUint8(at + byte)));
    if (name === type) found.push(new DataView(view.buffer, view.byteOffset + at + HEAD, size - HEAD));
    at += size;
  }
  return found;
}

const firstOf = (view: DataView | undefined, type: string): DataView | undefined =>
  view && boxesOf(view, type)[0];

const uint32At = (view: DataView | undefined, at: number): number | undefined =>
  view && at + 4 <= view.byteLength ? view.getUint32(at) : undefined;

/** A number of 32 or, in version 1 of its box, of 64 bits. */
function timeAt(view: DataView, at: number): number | undefined {
  if (view.byteLength < 4) return undefined;
  if (view.getUint8(0) === 0) return uint32At(view, at);
  return at + 8 <= view.byteLength ? Number(view.getBigUint64(at)) : undefined;
}

/** The clocks of the tracks that a header describes. */
export function trackClocks(header: ArrayBuffer): TrackClocks {
  const clocks = new Map<number, number>();
  for (const track of boxesOf(firstOf(new DataView(header), 'moov') ?? new DataView(header), 'trak')) {
    const about = firstOf(track, 'tkhd');
    const media = firstOf(firstOf(track, 'mdia'), 'mdhd');
    // Creation and modification time come before both, longer in version 1.
    const id = uint32At(about, about && about.byteLength > 0 && about.getUint8(0) === 1 ? 20 : 12);
    const hz = uint32At(media, media && media.byteLength > 0 && media.getUint8(0) === 1 ? 20 : 12);
    if (id !== undefined && hz !== undefined && hz > 0) clocks.set(id, hz);
  }
  return clocks;
}

/** Ticks of all samples of a run; our packager writes each one's duration first. */
function runTicks(run: DataView): number | undefined {
  const flags = (uint32At(run, 0) ?? 0) & 0xff_ff_ff;
  const count = uint32At(run, 4) ?? 0;
  if ((flags & 0x100) === 0 || count > SAMPLES_MAX) return undefined;
  let at = HEAD + ((flags & 1) !== 0 ? 4 : 0) + ((flags & 4) !== 0 ? 4 : 0);
  const rowBytes = [0x100, 0x200, 0x400, 0x800].reduce(
    (sum, flag) => sum + ((flags & flag) !== 0 ? 4 : 0),
    0,
  );
  let ticks = 0;
  for (let row = 0; row < count; row += 1, at += rowBytes) {
    const duration = uint32At(run, at);
    if (duration === undefined) return undefined;
    ticks += duration;
  }
  return ticks;
}

/** What the first track of a chunk covers; undefined when it cannot be read. */
export function chunkSpan(chunk: ArrayBuffer, clocks: TrackClocks): Span | undefined {
  const track = firstOf(firstOf(new DataView(chunk), 'moof'), 'traf');
  const id = uint32At(firstOf(track, 'tfhd'), 4);
  const time = firstOf(track, 'tfdt');
  const run = firstOf(track, 'trun');
  const hz = id === undefined ? undefined : clocks.get(id);
  const startTicks = time && timeAt(time, 4);
  const ticks = run && runTicks(run);
  if (hz === undefined || startTicks === undefined || ticks === undefined) return undefined;
  return { start: startTicks / hz, end: (startTicks + ticks) / hz };
}
