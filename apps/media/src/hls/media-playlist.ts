import type { Part, PartName, Segment } from './segment.ts';

/** The content of a rendition's playlist. */
export interface PlaylistState {
  /** Oldest first, at least one with a part; only the last may be growing. */
  readonly segments: readonly Segment[];
  /** What the part that comes next is called. */
  readonly nextName: PartName;
  readonly targetSeconds: number;
  readonly isEnded: boolean;
  /** The newest part of the stream's other renditions. */
  readonly reports: readonly RenditionReport[];
}

export interface RenditionReport {
  readonly rendition: string;
  readonly msn: number;
  readonly part: number;
}

/** Players stay this many part targets behind; three is the least that the protocol recommends. */
const HOLD_BACK_PARTS = 3;
/** Older segments may be left out of an update, in target durations from the end. */
const SKIP_TARGETS = 6;
/** Parts are listed for this many target durations from the end. */
const PARTS_TARGETS = 3;

export const partUri = ({ msn, part }: PartName): string => `part-${msn}.${part}.m4s`;
export const segmentUri = (msn: number): string => `seg-${msn}.m4s`;
export const initUri = (msn: number): string => `init-${msn}.mp4`;

const seconds = (ms: number, digits: number): string => (ms / 1000).toFixed(digits);

/** For each segment the time from its end to the end of the playlist. */
function distancesMs(segments: readonly Segment[]): number[] {
  const distances: number[] = [];
  let distanceMs = 0;
  for (const segment of segments.toReversed()) {
    distances.unshift(distanceMs);
    distanceMs += segment.durationMs;
  }
  return distances;
}

/** Number of segments at the start that an update may leave out. */
function skippable(segments: readonly Segment[], targetSeconds: number): number {
  const distances = distancesMs(segments);
  const count = distances.findIndex((distance) => distance <= SKIP_TARGETS * targetSeconds * 1000);
  return Math.max(0, count);
}

const partLine = (segment: Segment, part: Part, index: number): string => {
  const independent = part.isIndependent ? ',INDEPENDENT=YES' : '';
  const duration = seconds(part.durationMs, 5);
  const name = index === 0 ? segment.firstPart : { msn: segment.msn, part: index };
  return `#EXT-X-PART:DURATION=${duration},URI="${partUri(name)}"${independent}`;
};

function segmentLines(segment: Segment, before: Segment | undefined, hasParts: boolean): string[] {
  const { msn, init, parts, isComplete } = segment;
  if (parts.length === 0) return [];
  return [
    ...(segment.isDiscontinuity ? ['#EXT-X-DISCONTINUITY'] : []),
    ...(before?.init === init ? [] : [`#EXT-X-MAP:URI="${initUri(init.msn)}"`]),
    `#EXT-X-PROGRAM-DATE-TIME:${new Date(Math.round(segment.dateMs)).toISOString()}`,
    ...(hasParts ? parts.map((part, index) => partLine(segment, part, index)) : []),
    ...(isComplete ? [`#EXTINF:${seconds(segment.durationMs, 5)},`, segmentUri(msn)] : []),
  ];
}

/** Part target of the playlist: at least as long as each listed part. */
function partTargetMs(segments: readonly Segment[]): number {
  const targets = segments.flatMap(({ partTargetMs: target, parts }) => [
    target,
    ...parts.map((part) => part.durationMs),
  ]);
  return Math.ceil(Math.max(...targets));
}

function headLines(state: PlaylistState, withParts: readonly Segment[]): string[] {
  const { segments, targetSeconds } = state;
  const first = segments[0]!;
  const targetMs = partTargetMs(withParts);
  const holdBack = seconds(targetMs * HOLD_BACK_PARTS, 3);
  const control = `CAN-BLOCK-RELOAD=YES,PART-HOLD-BACK=${holdBack}`;
  const skipUntil = (targetSeconds * SKIP_TARGETS).toFixed(1);
  return [
    '#EXTM3U',
    '#EXT-X-VERSION:9',
    `#EXT-X-TARGETDURATION:${targetSeconds}`,
    `#EXT-X-SERVER-CONTROL:${control},CAN-SKIP-UNTIL=${skipUntil}`,
    `#EXT-X-PART-INF:PART-TARGET=${seconds(targetMs, 3)}`,
    `#EXT-X-MEDIA-SEQUENCE:${first.msn}`,
    `#EXT-X-DISCONTINUITY-SEQUENCE:${first.discontinuities - Number(first.isDiscontinuity)}`,
    ...(segments.every((segment) => segment.isIndependent) ? ['#EXT-X-INDEPENDENT-SEGMENTS'] : []),
  ];
}

function tailLines({ isEnded, nextName, reports }: PlaylistState): string[] {
  if (isEnded) return ['#EXT-X-ENDLIST'];
  return [
    `#EXT-X-PRELOAD-HINT:TYPE=PART,URI="${partUri(nextName)}"`,
    ...reports.map(
      ({ rendition, msn, part }) =>
        `#EXT-X-RENDITION-REPORT:URI="../${rendition}/media.m3u8",LAST-MSN=${msn},LAST-PART=${part}`,
    ),
  ];
}

/**
 * The media playlist of RFC 8216bis. URIs are relative and hold no token: it is the same for all.
 * @param canSkip leave out what a player that asks for an update knows, where that saves something
 */
export function mediaPlaylist(state: PlaylistState, canSkip: boolean): string {
  const { segments, targetSeconds } = state;
  const skipped = canSkip ? skippable(segments, targetSeconds) : 0;
  const distances = distancesMs(segments);
  const hasParts = segments.map((_, i) => distances[i]! < PARTS_TARGETS * targetSeconds * 1000);
  const body = segments.flatMap((segment, i) =>
    i < skipped ? [] : segmentLines(segment, segments[i - 1], hasParts[i]!),
  );
  return [
    ...headLines(
      state,
      segments.filter((_, i) => hasParts[i]),
    ),
    ...(skipped > 0 ? [`#EXT-X-SKIP:SKIPPED-SEGMENTS=${skipped}`] : []),
    ...body,
    ...tailLines(state),
    '',
  ].join('\n');
}
