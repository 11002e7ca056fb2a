import type { ReadMedia, ReadSegment } from './read-media.ts';
import type { Tell } from './rules.ts';

/* What holds within one playlist of segments. */

/** Lengths are written with so many digits that a sum of them may be off by this, in seconds. */
const ROUNDED = 0.005;
const PART_SHARE_MIN = 0.85;
const PARTS_TARGETS = 3;
const SKIP_TARGETS = 6;
/** Dates that stand before segments may be off by this from what lengths say, in milliseconds. */
const DATE_OFF_MS = 1_000;
const RFC_6381 = /\.(?:m4s|mp4|m4v|m4a|cmfv|cmfa)$/;

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
export const lengthOf = ({ seconds, parts }: ReadSegment): number =>
  seconds ?? sum(parts.map((part) => part.seconds));
const pathOf = (uri: string): string => uri.split('?', 1)[0]!;

function checkHead({ targetSeconds, segments, type, isEnded, skipped }: ReadMedia, tell: Tell): void {
  if (targetSeconds === undefined) tell('target-duration-missing', 0, 'no EXT-X-TARGETDURATION');
  if (segments.length === 0 && skipped === 0) tell('no-segments', 0, 'neither segment nor part');
  if (type === 'VOD' && !isEnded) tell('vod-without-end', 0, 'a playlist that cannot change has an end');
}

function checkSegments({ segments, targetSeconds = Infinity, skipped }: ReadMedia, tell: Tell): void {
  const names = new Set<string>();
  for (const [at, segment] of segments.entries()) {
    const { line, uri, seconds, map, range } = segment;
    const before = segments[at - 1];
    if (seconds !== undefined && Math.round(seconds) > targetSeconds)
      tell('segment-too-long', line, `${seconds} s beside a target of ${targetSeconds} s`);
    if (uri !== undefined) {
      // An update names a header only where it changes behind what is left out.
      if (RFC_6381.test(pathOf(uri)) && map === undefined && skipped === 0)
        tell('map-missing', line, 'a segment without a header');
      const name = `${uri} ${range ?? ''}`;
      if (names.has(name)) tell('name-repeated', line, uri);
      names.add(name);
    }
    if (before?.map !== undefined && before.map !== map && !segment.isDiscontinuity)
      tell('map-without-discontinuity', line, `${before.map} is followed by ${map}`);
    if (range !== undefined && !range.includes('@') && (before?.range === undefined || before.uri !== uri))
      tell('byterange-undefined', line, 'a range that goes on from nothing');
  }
}

function checkDates({ segments }: ReadMedia, tell: Tell): void {
  let expectedMs: number | undefined;
  let lastMs = -Infinity;
  for (const segment of segments) {
    const { dateMs, line, isDiscontinuity } = segment;
    if (isDiscontinuity) expectedMs = undefined;
    if (dateMs !== undefined) {
      if (dateMs < lastMs) tell('date-backwards', line, 'earlier than the segment before');
      if (expectedMs !== undefined && expectedMs - dateMs > DATE_OFF_MS)
        tell('date-off', line, `${expectedMs - dateMs} ms before the end of the segment before`);
      lastMs = expectedMs = dateMs;
    }
    if (expectedMs !== undefined) expectedMs += lengthOf(segment) * 1_000;
  }
}

function checkControl({ control, partTarget, targetSeconds = 0, skipped }: ReadMedia, tell: Tell): void {
  const valueOf = (name: string): number | undefined =>
    control.has(name) ? Number(control.get(name)) : undefined;
  const [holdBack, partHoldBack, skipUntil] = [
    valueOf('HOLD-BACK'),
    valueOf('PART-HOLD-BACK'),
    valueOf('CAN-SKIP-UNTIL'),
  ];
  if (holdBack !== undefined && holdBack < 3 * targetSeconds)
    tell('hold-back-short', 0, `${holdBack} s are less than three target durations`);
  if (skipUntil !== undefined && skipUntil < SKIP_TARGETS * targetSeconds)
    tell('skip-until-short', 0, `${skipUntil} s are less than six target durations`);
  if (skipUntil === undefined && control.has('CAN-SKIP-DATERANGES'))
    tell('skip-dateranges', 0, 'CAN-SKIP-DATERANGES without CAN-SKIP-UNTIL');
  if (skipped > 0 && skipUntil === undefined) tell('skip-unoffered', 0, 'EXT-X-SKIP without CAN-SKIP-UNTIL');
  if (partTarget === undefined) return;
  if (partHoldBack === undefined) tell('part-hold-back-missing', 0, 'parts without PART-HOLD-BACK');
  else if (partHoldBack < 2 * partTarget)
    tell('part-hold-back-short', 0, `${partHoldBack} s are less than two part targets`);
  else if (partHoldBack < 3 * partTarget - 1e-9)
    tell('part-hold-back-advised', 0, `${partHoldBack} s are less than three part targets`);
}

/** A skip has to say how many, and leaves no segment out that is nearer to the end than what is offered. */
function checkSkip(media: ReadMedia, tell: Tell): void {
  const line = media.lines.find(({ name }) => name === 'EXT-X-SKIP');
  if (!line) return;
  const keptSeconds = sum(media.segments.map(lengthOf));
  const skipUntil = Number(media.control.get('CAN-SKIP-UNTIL') ?? 0);
  if (media.skipped === 0 || keptSeconds < skipUntil - ROUNDED)
    tell('skip-count', line.line, `${media.skipped} skipped, ${keptSeconds} s kept`);
}

function checkParts(media: ReadMedia, tell: Tell): void {
  const { segments, partTarget, isIndependent, isEnded, targetSeconds = Infinity } = media;
  const withParts = segments.filter(({ parts }) => parts.length > 0);
  if (withParts.length > 0 && partTarget === undefined)
    tell('part-inf-missing', withParts[0]!.line, 'parts without EXT-X-PART-INF');
  let distance = 0;
  for (const segment of segments.toReversed()) {
    const { parts, seconds, line, uri } = segment;
    for (const [at, part] of parts.entries()) {
      if (part.seconds > (partTarget ?? Infinity))
        tell('part-too-long', part.line, `${part.seconds} s beside a target of ${partTarget} s`);
      // Of a segment that grows the last one that is listed need not be the last one that it gets.
      const isLast = uri !== undefined && at === parts.length - 1;
      const isFree = isLast || part.isIndependent || part.isGap || parts[at + 1]?.isGap === true;
      if (
        !isFree &&
        !(isEnded && at === parts.length - 1) &&
        part.seconds < PART_SHARE_MIN * (partTarget ?? 0)
      )
        tell('part-too-short', part.line, `${part.seconds} s beside a target of ${partTarget} s`);
    }
    if (isIndependent && parts[0]?.isIndependent === false)
      tell('not-independent', parts[0].line, 'a segment whose first part is not independent');
    const partsSeconds = sum(parts.map((part) => part.seconds));
    if (parts.length > 0 && seconds !== undefined && Math.abs(partsSeconds - seconds) > ROUNDED)
      tell('parts-sum', line, `parts of ${partsSeconds} s in a segment of ${seconds} s`);
    if (parts.length > 0 && distance > PARTS_TARGETS * targetSeconds + ROUNDED)
      tell('parts-too-old', line, `parts ${distance} s before the end`);
    distance += lengthOf(segment);
  }
  if (isEnded && segments.at(-1)?.uri === undefined && segments.length > 0)
    tell('parts-after-end', segments.at(-1)!.line, 'a segment that has ended has an address');
}

function checkTail({ hints, reports, isEnded, segments }: ReadMedia, tell: Tell): void {
  const listed = new Set(segments.flatMap(({ parts, map }) => [...parts.map(({ uri }) => uri), map]));
  const types = new Set<string>();
  for (const { line, attributes } of hints) {
    const [type, uri] = [attributes.get('TYPE') ?? '', attributes.get('URI') ?? ''];
    if (isEnded) tell('hint-after-end', line, 'a hint of what never comes');
    if (types.has(type)) tell('hint-repeated', line, type);
    if (listed.has(uri) && !attributes.has('BYTERANGE-START')) tell('hint-listed', line, uri);
    types.add(type);
  }
  const reported = new Set<string>();
  for (const { line, attributes } of reports) {
    const uri = attributes.get('URI') ?? '';
    if (/^(?:[a-z][\w+.-]*:|\/\/)/iu.test(uri)) tell('report-absolute', line, uri);
    if (reported.has(uri)) tell('report-repeated', line, uri);
    reported.add(uri);
  }
}

function checkRest({ lines }: ReadMedia, tell: Tell): void {
  const hasDates = lines.some(({ name }) => name === 'EXT-X-PROGRAM-DATE-TIME');
  const begun = new Set<string>();
  for (const { name, line, attributes } of lines) {
    if (name === 'EXT-X-KEY') {
      const isNone = attributes.get('METHOD') === 'NONE';
      if (isNone ? attributes.size > 1 : !attributes.has('URI'))
        tell('key-attributes', line, 'METHOD and URI');
    }
    if (name !== 'EXT-X-DATERANGE') continue;
    const id = attributes.get('ID') ?? '';
    const isWrong =
      !hasDates ||
      (!begun.has(id) && !attributes.has('START-DATE')) ||
      (attributes.has('END-ON-NEXT') &&
        (!attributes.has('CLASS') || attributes.has('DURATION') || attributes.has('END-DATE')));
    if (isWrong) tell('daterange', line, id);
    begun.add(id);
  }
}

export function checkMedia(media: ReadMedia, tell: Tell): void {
  for (const check of [
    checkHead,
    checkSegments,
    checkDates,
    checkControl,
    checkSkip,
    checkParts,
    checkTail,
    checkRest,
  ])
    check(media, tell);
}
