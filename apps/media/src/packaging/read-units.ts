import { OPUS } from './audio-format.ts';
import { type AvcConfig, parseAvcConfig, parsePicture } from './avc.ts';
import { AUDIO_TRACK, VIDEO_HZ, VIDEO_TRACK } from './init-segment.ts';
import {
  type BoxPlace,
  boxesIn,
  findBox,
  HAS_DATA_OFFSET,
  readTimescales,
  rowsOf,
  SAMPLE_NOT_SYNC,
  type Timescales,
  tracksOf,
  whole,
} from './read-chunk.ts';
import type { AudioUnit, OpusFormat, StreamInit, VideoUnit } from './units.ts';

/*
 * Extracts pictures and sounds from chunks, for a process that has a rendition only as bytes and sends it over another
 * transport.
 */

/** Units of a chunk in the order of their times, on the clock of the chunk. */
export interface ChunkUnits {
  readonly pictures: readonly VideoUnit[];
  readonly sounds: readonly AudioUnit[];
}

/** Reads the chunks of one rendition. */
export interface UnitReader {
  /** The format of the sound; undefined without any, and where it is not Opus. */
  readonly sound: OpusFormat | undefined;
  /** The following chunks belong to this header. */
  setInit(init: StreamInit): void;
  /**
   * Key pictures include their parameter sets; malformed data gives nothing. The units are slices of the given bytes.
   */
  read(chunk: Buffer): ChunkUnits;
}

/** Bytes before the boxes of a sample entry table, and of a picture entry. */
const TABLE_HEAD = 8;
const PICTURE_ENTRY_HEAD = 78;
const NOTHING: ChunkUnits = { pictures: [], sounds: [] };

interface SampleRead {
  readonly data: Buffer;
  /** In ticks of its track, from the start of the run. */
  readonly atTicks: number;
  readonly durationTicks: number;
  readonly compositionTicks: number;
  readonly isSync: boolean;
}

/** The decoder's settings in a header of the packager; undefined without pictures. */
function avcConfigOf(init: Buffer): AvcConfig | undefined {
  const movie = findBox(init, ['moov'], whole(init));
  if (!movie) return undefined;
  for (const track of boxesIn(init, movie.from, movie.to)) {
    const table = findBox(init, ['mdia', 'minf', 'stbl', 'stsd'], track);
    const entry = table && findBox(init, ['avc1'], { ...table, from: table.from + TABLE_HEAD });
    const found = entry && findBox(init, ['avcC'], { ...entry, from: entry.from + PICTURE_ENTRY_HEAD });
    const config = found && parseAvcConfig(init.subarray(found.from, found.to));
    if (typeof config === 'object') return config;
  }
  return undefined;
}

/** The samples of a run; ends where they do not lie in the chunk. @param base what their place is counted from */
function* samplesOf(chunk: Buffer, run: BoxPlace, base: number): Generator<SampleRead> {
  const place = rowsOf(chunk, run);
  if (!place || !(chunk.readUInt32BE(run.from) & HAS_DATA_OFFSET)) return;
  const { rows, rowBytes, count } = place;
  let at = base + chunk.readInt32BE(run.from + 8);
  let atTicks = 0;
  for (let row = rows; row < rows + count * rowBytes; row += rowBytes) {
    const durationTicks = chunk.readUInt32BE(row);
    const end = at + chunk.readUInt32BE(row + 4);
    if (at < 0 || end > chunk.length) return;
    const isSync = (chunk.readUInt32BE(row + 8) & SAMPLE_NOT_SYNC) === 0;
    const compositionTicks = rowBytes === 16 ? chunk.readInt32BE(row + 12) : 0;
    yield { data: chunk.subarray(at, end), atTicks, durationTicks, compositionTicks, isSync };
    at = end;
    atTicks += durationTicks;
  }
}

function pictureOf(sample: SampleRead, startTicks: number, config: AvcConfig): VideoUnit | undefined {
  const picture = parsePicture(sample.data, config.lengthBytes);
  if (!picture || picture.nals.length === 0) return undefined;
  const { compositionTicks, isSync: isKey, atTicks } = sample;
  const sps = isKey ? config.sps : undefined;
  const pps = isKey ? config.pps : undefined;
  return { ticks: startTicks + atTicks, compositionTicks, isKey, sps, pps, nals: picture.nals };
}

export function makeUnitReader(): UnitReader {
  let timescales: Timescales = new Map();
  let config: AvcConfig | undefined;
  let sound: OpusFormat | undefined;

  return {
    get sound() {
      return sound;
    },
    setInit({ codecs, data }) {
      timescales = readTimescales(data);
      config = avcConfigOf(data);
      sound = /\bopus\b/i.test(codecs) ? OPUS : undefined;
    },
    read(chunk) {
      const moof = [...boxesIn(chunk, 0, chunk.length)].find(({ type }) => type === 'moof');
      if (!moof) return NOTHING;
      const pictures: VideoUnit[] = [];
      const sounds: AudioUnit[] = [];
      for (const { trackId, scale, timeAt, run } of tracksOf(chunk, timescales)) {
        const startTicks = Number(chunk.readBigUInt64BE(timeAt));
        if (!Number.isSafeInteger(startTicks)) continue;
        for (const sample of samplesOf(chunk, run, moof.from - 8)) {
          const picture =
            trackId === VIDEO_TRACK && config && scale === VIDEO_HZ
              ? pictureOf(sample, startTicks, config)
              : undefined;
          if (picture) pictures.push(picture);
          if (trackId !== AUDIO_TRACK || !sound) continue;
          const { data, atTicks, durationTicks } = sample;
          sounds.push({ onVideoMs: ((startTicks + atTicks) * 1_000) / scale, durationTicks, data });
        }
      }
      return { pictures, sounds };
    },
  };
}
