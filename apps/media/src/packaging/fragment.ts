import { box, fullBox, u32, u64 } from './boxes.ts';

export interface Sample {
  /** Parts of the sample's bytes, in order. */
  readonly parts: readonly Buffer[];
  readonly bytes: number;
  /** In ticks of the track's clock. */
  readonly durationTicks: number;
  readonly isSync: boolean;
  /** Time from decoding to showing, in ticks; absent: 0. */
  readonly compositionTicks?: number;
}

export interface TrackRun {
  readonly trackId: number;
  /** Decode time of the first sample in ticks of the track's clock. */
  readonly startTicks: number;
  readonly samples: readonly Sample[];
}

const SYNC_SAMPLE = 0x0200_0000;
const DEPENDENT_SAMPLE = 0x0101_0000;
const BASE_IS_MOOF = 0x02_0000;
/** Data offset, and duration, size and flags of each sample. */
const RUN_FLAGS = 0x0701;
/** Composition offsets as well, signed in version 1. */
const RUN_FLAGS_REORDERED = 0x0f01;

function trackFragment(run: TrackRun, dataOffset: number): Buffer {
  const isReordered = run.samples.some((sample) => (sample.compositionTicks ?? 0) !== 0);
  const rowBytes = isReordered ? 16 : 12;
  const rows = Buffer.alloc(rowBytes * run.samples.length);
  run.samples.forEach((sample, i) => {
    rows.writeUInt32BE(sample.durationTicks, i * rowBytes);
    rows.writeUInt32BE(sample.bytes, i * rowBytes + 4);
    rows.writeUInt32BE(sample.isSync ? SYNC_SAMPLE : DEPENDENT_SAMPLE, i * rowBytes + 8);
    if (isReordered) rows.writeInt32BE(sample.compositionTicks ?? 0, i * rowBytes + 12);
  });
  const runFlags = isReordered ? RUN_FLAGS_REORDERED : RUN_FLAGS;
  return box(
    'traf',
    fullBox('tfhd', 0, BASE_IS_MOOF, u32(run.trackId)),
    fullBox('tfdt', 1, 0, u64(run.startTicks)),
    fullBox('trun', 1, runFlags, u32(run.samples.length, dataOffset), rows),
  );
}

/** One CMAF chunk, moof and mdat. @param sequence number of the chunk, from 1 */
export function fragment(sequence: number, runs: readonly TrackRun[]): Buffer {
  const filled = runs.filter((run) => run.samples.length > 0);
  const movieFragment = (offsets: readonly number[]): Buffer =>
    box(
      'moof',
      fullBox('mfhd', 0, 0, u32(sequence)),
      ...filled.map((run, i) => trackFragment(run, offsets[i]!)),
    );
  const headBytes = movieFragment(filled.map(() => 0)).length;
  let end = headBytes + 8;
  const offsets = filled.map((run) => {
    const offset = end;
    for (const sample of run.samples) end += sample.bytes;
    return offset;
  });
  const parts = filled.flatMap((run) => run.samples.flatMap((sample) => sample.parts));
  const dataHeader = Buffer.concat([u32(end - headBytes), Buffer.from('mdat')]);
  return Buffer.concat([movieFragment(offsets), dataHeader, ...parts], end);
}
