import { type Box, childOf, readBoxes, requireChild } from '#site/platform/movies/index.ts';

/** A picture, or a packet of sound. */
export interface Sample {
  readonly bytes: number;
  /** In ticks of its track. */
  readonly duration: number;
  /** How much later than decoded it is shown. */
  readonly delay: number;
  readonly isSync: boolean;
}

/** Consecutive samples of one track. */
export interface SampleRun {
  readonly trackId: number;
  /** When the first of them is decoded, in ticks. */
  readonly time: number;
  readonly samples: readonly Sample[];
  /** Their bytes. */
  readonly data: Buffer;
}

const NOT_SYNC = 0x1_0000;
const HAS = {
  dataOffset: 0x1,
  firstFlags: 0x4,
  duration: 0x100,
  size: 0x200,
  flags: 0x400,
  delay: 0x800,
} as const;
/** What a track's header may say about all its samples, in this order. */
const ALL_HAVE = { place: 0x1, kind: 0x2, duration: 0x8, size: 0x10, flags: 0x20 } as const;

const isAlone = (flags: number): boolean => (flags & NOT_SYNC) === 0;

interface OfAll {
  readonly trackId: number;
  readonly duration: number;
  readonly size: number;
  readonly flags: number;
}

/** @throws Error where samples do not follow the header of their chunk */
function readOfAll({ content }: Box): OfAll {
  const has = content.readUInt32BE(0) & 0xff_ffff;
  if (has & ALL_HAVE.place) throw new Error('a track that is not understood');
  let at = 8 + (has & ALL_HAVE.kind ? 4 : 0);
  const next = (flag: number): number => {
    if (!(has & flag)) return 0;
    at += 4;
    return content.readUInt32BE(at - 4);
  };
  const [duration, size, flags] = [next(ALL_HAVE.duration), next(ALL_HAVE.size), next(ALL_HAVE.flags)];
  return { trackId: content.readUInt32BE(4), duration, size, flags };
}

/** @throws Error for a run that does not fit */
function readSamples(
  { content }: Box,
  ofAll: OfAll,
): { readonly offset: number; readonly samples: readonly Sample[] } {
  const has = content.readUInt32BE(0) & 0xff_ffff;
  const count = content.readUInt32BE(4);
  if (!(has & HAS.dataOffset)) throw new Error('a run that is not understood');
  const columns = [HAS.duration, HAS.size, HAS.flags, HAS.delay].filter((flag) => has & flag);
  const start = has & HAS.firstFlags ? 16 : 12;
  if (start + count * columns.length * 4 > content.length) throw new Error('a run does not fit');
  const placeOf = (flag: number): number | undefined => {
    const column = columns.indexOf(flag as never);
    return column < 0 ? undefined : start + column * 4;
  };
  const [duration, size, flags, delay] = [HAS.duration, HAS.size, HAS.flags, HAS.delay].map(placeOf);
  const read = (place: number | undefined, nth: number, otherwise: number): number =>
    place === undefined ? otherwise : content.readUInt32BE(place + nth * columns.length * 4);
  const firstFlags = start === 16 ? content.readUInt32BE(12) : undefined;
  const samples = Array.from({ length: count }, (_, nth) => ({
    duration: read(duration, nth, ofAll.duration),
    bytes: read(size, nth, ofAll.size),
    isSync: isAlone((nth === 0 ? firstFlags : undefined) ?? read(flags, nth, ofAll.flags)),
    delay: read(delay, nth, 0) | 0,
  }));
  return { offset: content.readInt32BE(8), samples };
}

function readTrack(traf: Box, chunk: Buffer): SampleRun {
  const ofAll = readOfAll(requireChild(traf.content, 'tfhd'));
  const time = requireChild(traf.content, 'tfdt').content;
  const { offset, samples } = readSamples(requireChild(traf.content, 'trun'), ofAll);
  const bytes = samples.reduce((sum, sample) => sum + sample.bytes, 0);
  if (offset < 0 || offset + bytes > chunk.length) throw new Error('samples behind the end of a chunk');
  return {
    trackId: ofAll.trackId,
    time: time[0] === 1 ? Number(time.readBigUInt64BE(4)) : time.readUInt32BE(4),
    samples,
    data: chunk.subarray(offset, offset + bytes),
  };
}

/** The chunks of a piece, in order. @throws Error for anything the packager does not write */
export function* readChunks(chunks: Buffer): Generator<SampleRun> {
  const boxes = readBoxes(chunks);
  for (const [at, moof] of boxes.entries()) {
    if (moof.type !== 'moof') continue;
    const mdat = boxes[at + 1];
    if (mdat?.type !== 'mdat') throw new Error('a chunk without its data');
    const from = moof.whole.byteOffset - chunks.byteOffset;
    const chunk = chunks.subarray(from, from + moof.whole.length + mdat.whole.length);
    for (const traf of readBoxes(moof.content)) if (traf.type === 'traf') yield readTrack(traf, chunk);
  }
}

/** What a file repeats of a track of a header. */
export interface TrackHeader {
  readonly trackId: number;
  readonly kind: 'video' | 'audio';
  /** Ticks in a second. */
  readonly timescale: number;
  readonly width: number;
  readonly height: number;
  readonly boxes: Readonly<Record<'hdlr' | 'media' | 'dinf' | 'stsd', Buffer>>;
}

/** The tracks of a header. @throws Error where it is none */
export function readHeader(init: Buffer): readonly TrackHeader[] {
  const moov = childOf(init, 'moov');
  if (!moov) throw new Error('no header');
  return readBoxes(moov.content)
    .filter(({ type }) => type === 'trak')
    .map(({ content }) => {
      const tkhd = requireChild(content, 'tkhd').content;
      const mdia = requireChild(content, 'mdia').content;
      const mdhd = requireChild(mdia, 'mdhd').content;
      const hdlr = requireChild(mdia, 'hdlr');
      const minf = requireChild(mdia, 'minf').content;
      const kind = hdlr.content.toString('latin1', 8, 12) === 'vide' ? 'video' : 'audio';
      return {
        trackId: tkhd.readUInt32BE(tkhd[0] === 1 ? 20 : 12),
        kind,
        timescale: mdhd.readUInt32BE(mdhd[0] === 1 ? 20 : 12),
        width: tkhd.readUInt32BE(tkhd.length - 8),
        height: tkhd.readUInt32BE(tkhd.length - 4),
        boxes: {
          hdlr: hdlr.whole,
          media: requireChild(minf, kind === 'video' ? 'vmhd' : 'smhd').whole,
          dinf: requireChild(minf, 'dinf').whole,
          stsd: requireChild(requireChild(minf, 'stbl').content, 'stsd').whole,
        },
      } as const;
    });
}
