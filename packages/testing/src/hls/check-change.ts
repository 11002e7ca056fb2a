import { lengthOf } from './check-media.ts';
import type { ReadMedia, ReadPart, ReadSegment } from './read-media.ts';
import type { Tell } from './rules.ts';

/* What holds between a playlist of segments and the one that was there before it (6.2.1, 6.2.2). */

const TARGETS_MIN = 3;
const ROUNDED = 0.005;

const byMsn = (segments: readonly ReadSegment[]): ReadonlyMap<number, ReadSegment> =>
  new Map(segments.map((segment) => [segment.msn, segment]));

/** The segments of a playlist; what an update leaves out is taken from the one before. */
export function wholeOf(after: ReadMedia, before: ReadMedia | undefined, tell: Tell): readonly ReadSegment[] {
  if (after.skipped === 0) return after.segments;
  const known = byMsn(before?.segments ?? []);
  const taken: ReadSegment[] = [];
  for (let msn = after.msn; msn < after.msn + after.skipped; msn++) {
    const segment = known.get(msn);
    if (segment?.uri === undefined) tell('skip-unknown', 0, `segment ${msn} is left out and not known`);
    else taken.push({ ...segment, parts: [] });
  }
  // Discontinuities and the header of what is left out go on behind it.
  const last = taken.at(-1);
  const shift = (last?.discontinuities ?? after.discontinuities) - after.discontinuities;
  return [
    ...taken,
    ...after.segments.map((segment) => ({
      ...segment,
      map: segment.map ?? last?.map,
      discontinuities: segment.discontinuities + shift,
    })),
  ];
}

function compareParts(old: readonly ReadPart[], now: ReadSegment, tell: Tell): void {
  for (const [at, part] of old.entries()) {
    const other = now.parts[at];
    // Those of a segment that is whole may go.
    if (!other) {
      if (now.uri === undefined) tell('part-gone', now.line, part.uri);
      return;
    }
    if (
      other.uri !== part.uri ||
      other.seconds !== part.seconds ||
      other.isIndependent !== part.isIndependent
    )
      tell('part-changed', other.line, `${part.uri} of ${part.seconds} s`);
  }
}

function compareSegment(old: ReadSegment, now: ReadSegment, tell: Tell): void {
  const isSame =
    (old.uri === undefined ||
      (old.uri === now.uri && old.seconds === now.seconds && old.range === now.range)) &&
    old.map === now.map &&
    // A playlist may say a date where it begins now, which followed from the one before.
    (old.dateMs === undefined || now.dateMs === undefined || old.dateMs === now.dateMs) &&
    old.isGap === now.isGap &&
    old.discontinuities === now.discontinuities;
  if (!isSame) tell('segment-changed', now.line, `${old.msn}: ${JSON.stringify([old, now])}`);
  compareParts(old.parts, now, tell);
}

/** The part that was announced is the next one that comes. */
function checkHint(before: ReadMedia, segments: readonly ReadSegment[], tell: Tell): void {
  const hint = before.hints.find(({ attributes }) => attributes.get('TYPE') === 'PART');
  const uri = hint?.attributes.get('URI');
  const last = before.segments.at(-1);
  if (uri === undefined || !last) return;
  const after = byMsn(segments);
  const next =
    after.get(last.msn)?.parts[last.parts.length] ??
    (after.get(last.msn)?.uri === undefined ? undefined : after.get(last.msn + 1)?.parts[0]);
  const from = last.uri === undefined ? next : after.get(last.msn + 1)?.parts[0];
  if (from && from.uri !== uri) tell('hint-broken', from.line, `${uri} was announced, and ${from.uri} came`);
}

function checkReports(before: ReadMedia, after: ReadMedia, tell: Tell): void {
  for (const { line, attributes } of after.reports) {
    const old = before.reports.find((report) => report.attributes.get('URI') === attributes.get('URI'));
    const of = (report: typeof old): number =>
      Number(report?.attributes.get('LAST-MSN') ?? -1) * 10_000 +
      Number(report?.attributes.get('LAST-PART') ?? 0);
    if (of({ line, attributes, name: '', value: '' }) < of(old)) tell('report-back', line, 'an older part');
  }
}

function checkRemoval(
  before: ReadMedia,
  after: ReadMedia,
  segments: readonly ReadSegment[],
  tell: Tell,
): void {
  const removed = after.msn - before.msn;
  if (removed < 0) return tell('sequence-back', 0, `${before.msn} is followed by ${after.msn}`);
  const gone = before.segments.filter(({ msn }) => msn < after.msn);
  const last = before.segments.at(-1);
  if (last && after.msn > last.msn + 1) tell('sequence-past-end', 0, 'segments were never listed');
  const counted = gone.at(-1)?.discontinuities ?? before.discontinuities;
  if (last && after.msn <= last.msn + 1 && before.skipped === 0 && after.discontinuities !== counted)
    tell('discontinuity-count', 0, `${after.discontinuities} where ${counted} have left`);
  if (removed === 0) return;
  if (before.type !== undefined) tell('event-shrunk', 0, `${removed} segments were taken away`);
  const seconds = segments.map(lengthOf).reduce((total, one) => total + one, 0);
  if (!after.isEnded && seconds < TARGETS_MIN * (after.targetSeconds ?? 0) - ROUNDED)
    tell('too-short-after-removal', 0, `${seconds} s are left`);
}

/**
 * @param before whole, not an update
 * @param segments of `after`, with those that it leaves out
 */
export function checkChange(
  before: ReadMedia,
  after: ReadMedia,
  segments: readonly ReadSegment[],
  tell: Tell,
): void {
  if (before.targetSeconds !== after.targetSeconds)
    tell('target-changed', 0, `${before.targetSeconds} s became ${after.targetSeconds} s`);
  if (before.type !== after.type) tell('type-changed', 0, `${before.type} became ${after.type}`);
  if (before.isEnded && !after.isEnded) tell('end-undone', 0, 'it had ended');
  const newest = (all: readonly ReadSegment[]): number => all.at(-1)?.msn ?? -1;
  const hasGrown = newest(segments) > newest(before.segments);
  if (before.isEnded && after.isEnded && hasGrown) tell('changed-after-end', 0, 'it had ended and has grown');
  if (before.type === 'VOD' && (hasGrown || after.msn !== before.msn))
    tell('vod-changed', 0, 'it cannot change');
  checkRemoval(before, after, segments, tell);
  const now = byMsn(segments);
  for (const old of before.segments) {
    const same = now.get(old.msn);
    if (same) compareSegment(old, same, tell);
    else if (old.msn >= after.msn) tell('segment-gone', old.line, String(old.msn));
  }
  checkHint(before, segments, tell);
  checkReports(before, after, tell);
}
