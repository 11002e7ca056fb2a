import type { PartRing } from './part-ring.ts';
import type { PlaylistQuery } from './hls-path.ts';
import type { RenditionReport } from './media-playlist.ts';
import type { Segment } from './segment.ts';

/** Nobody may ask for a segment that is further away. */
const SEGMENTS_AHEAD_MAX = 2;
/** The hinted part, and the one after it for a player that is quicker than its playlist. */
const PARTS_AHEAD_MAX = 1;

/** True when there is something to play. */
export const isReady = ({ segments }: PartRing): boolean => (segments[0]?.parts.length ?? 0) > 0;

/** True when a player can begin: hls.js takes a playlist without a complete segment for an empty one. */
export const canBegin = (ring: PartRing): boolean => isReady(ring) && ring.segments[0]?.isComplete === true;

/** A rendition that ends this far before another is left out of the list for players. */
const LAG_MS = 3_000;

const endMsOf = ({ segments }: PartRing): number | undefined => {
  const last = segments.findLast(({ parts }) => parts.length > 0);
  return last && last.startMs + last.durationMs;
};

/** True when a ring is so far behind another that somebody moved to it would see a part again. */
export function isLagging(ring: PartRing, other: PartRing | undefined): boolean {
  const [endMs, otherEndMs] = [endMsOf(ring), other && endMsOf(other)];
  return endMs !== undefined && otherEndMs !== undefined && otherEndMs - endMs > LAG_MS;
}

const findSegment = ({ segments }: PartRing, msn: number) => segments[msn - (segments[0]?.msn ?? 0)];

/** True when the playlist has the segment or part. A part that its segment never got is the next one's first. */
function hasReached(ring: PartRing, until: NonNullable<PlaylistQuery['until']>): boolean {
  const { next } = ring;
  const { msn, part } = until;
  if (part === undefined) return next.msn > msn;
  const segment = findSegment(ring, msn);
  const isPast = segment?.isComplete === true && part >= segment.parts.length;
  const [wantedMsn, wantedPart] = isPast ? [msn + 1, 0] : [msn, part];
  return next.msn > wantedMsn || (next.msn === wantedMsn && next.part > wantedPart);
}

/** Whether a playlist can be answered now; `beyond` is a question for the far future. */
export function playlistMoment(ring: PartRing, until: PlaylistQuery['until']): 'now' | 'wait' | 'beyond' {
  if (ring.isEnded) return 'now';
  if (!until) return canBegin(ring) ? 'now' : 'wait';
  if (!isReady(ring)) return 'wait';
  if (until.msn > ring.next.msn + SEGMENTS_AHEAD_MAX) return 'beyond';
  return hasReached(ring, until) ? 'now' : 'wait';
}

/** A part by its name or by its place, or whether it may still come. */
export function readPart(ring: PartRing, msn: number, part: number): Buffer | 'wait' | 'never' {
  const { segments, next, nextName, isEnded } = ring;
  const isFirstOf = ({ firstPart }: Segment): boolean => firstPart.msn === msn && firstPart.part === part;
  const found = findSegment(ring, msn)?.parts[part] ?? segments.find(isFirstOf)?.parts[0];
  if (found) return found.data;
  if (isEnded || !isReady(ring)) return 'never';
  if (nextName.msn === msn && nextName.part === part) return 'wait';
  const ahead = part - next.part;
  return msn === next.msn && ahead >= 0 && ahead <= PARTS_AHEAD_MAX ? 'wait' : 'never';
}

/** A complete segment. */
export function readSegment(ring: PartRing, msn: number): Buffer | undefined {
  const segment = findSegment(ring, msn);
  return segment?.isComplete ? Buffer.concat(segment.parts.map((part) => part.data)) : undefined;
}

export const readInit = ({ segments }: PartRing, msn: number): Buffer | undefined =>
  segments.find((segment) => segment.init.msn === msn)?.init.data;

/** The newest part; undefined before the first. */
export function reportOf(rendition: string, { segments }: PartRing): RenditionReport | undefined {
  const segment = segments.findLast(({ parts }) => parts.length > 0);
  return segment && { rendition, msn: segment.msn, part: segment.parts.length - 1 };
}
