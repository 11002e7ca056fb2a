import type { Attributes, Line } from './read-lines.ts';
import type { Tell } from './rules.ts';

export interface ReadPart {
  readonly line: number;
  readonly uri: string;
  readonly seconds: number;
  readonly isIndependent: boolean;
  readonly isGap: boolean;
}

export interface ReadSegment {
  /** Of its address, or of its first line where it has none yet. */
  readonly line: number;
  /** Media sequence number. */
  readonly msn: number;
  /** Absent while it grows, and so is its length. */
  readonly uri: string | undefined;
  readonly seconds: number | undefined;
  readonly isDiscontinuity: boolean;
  /** Number of discontinuities up to its start. */
  readonly discontinuities: number;
  /** Address and range of its header. */
  readonly map: string | undefined;
  /** Unix milliseconds that stand before it. */
  readonly dateMs: number | undefined;
  readonly isGap: boolean;
  readonly range: string | undefined;
  readonly parts: readonly ReadPart[];
}

export interface ReadMedia {
  readonly kind: 'media';
  readonly lines: readonly Line[];
  readonly targetSeconds: number | undefined;
  readonly partTarget: number | undefined;
  readonly control: Attributes;
  readonly msn: number;
  readonly discontinuities: number;
  readonly type: 'EVENT' | 'VOD' | undefined;
  readonly isEnded: boolean;
  readonly isIndependent: boolean;
  /** How many segments an update leaves out in front. */
  readonly skipped: number;
  /** Those that stand in it, the last of which may be growing. */
  readonly segments: readonly ReadSegment[];
  readonly hints: readonly Line[];
  readonly reports: readonly Line[];
}

type Draft = { -readonly [K in keyof ReadSegment]: ReadSegment[K] } & { parts: ReadPart[] };

const BEFORE_PARTS = new Set(['EXT-X-DISCONTINUITY', 'EXT-X-KEY', 'EXT-X-MAP', 'EXT-X-PROGRAM-DATE-TIME']);
const BEFORE_SEGMENTS = new Set(['EXT-X-MEDIA-SEQUENCE', 'EXT-X-DISCONTINUITY-SEQUENCE', 'EXT-X-SKIP']);

const partOf = ({ line, attributes }: Line): ReadPart => ({
  line,
  uri: attributes.get('URI') ?? '',
  seconds: Number(attributes.get('DURATION')),
  isIndependent: attributes.get('INDEPENDENT') === 'YES',
  isGap: attributes.get('GAP') === 'YES',
});

/** Puts the lines of a playlist together to segments, and tells what cannot be put together. */
function readSegments(
  lines: readonly Line[],
  first: { readonly msn: number; readonly discontinuities: number },
  tell: Tell,
): readonly ReadSegment[] {
  const segments: ReadSegment[] = [];
  let { msn, discontinuities } = first;
  let map: string | undefined;
  let draft: Draft | undefined;
  const growing = (line: number): Draft =>
    (draft ??= {
      line,
      msn,
      uri: undefined,
      seconds: undefined,
      isDiscontinuity: false,
      discontinuities,
      map,
      dateMs: undefined,
      isGap: false,
      range: undefined,
      parts: [],
    });
  const take: Readonly<Record<string, (line: Line) => void>> = {
    'EXT-X-DISCONTINUITY': ({ line }) => {
      discontinuities += 1;
      Object.assign(growing(line), { isDiscontinuity: true, discontinuities });
    },
    'EXT-X-MAP': ({ line, attributes }) => {
      map = [attributes.get('URI'), attributes.get('BYTERANGE')].filter(Boolean).join(' ');
      growing(line).map = map;
    },
    'EXT-X-PROGRAM-DATE-TIME': ({ line, value }) => void (growing(line).dateMs = Date.parse(value)),
    'EXT-X-GAP': ({ line }) => void (growing(line).isGap = true),
    'EXT-X-BYTERANGE': ({ line, value }) => void (growing(line).range = value),
    'EXT-X-PART': (line) => void growing(line.line).parts.push(partOf(line)),
    EXTINF: ({ line, value }) => void (growing(line).seconds = Number(value.split(',', 1)[0])),
    '': ({ line, value }) => {
      const segment = growing(line);
      if (segment.seconds === undefined) tell('extinf-missing', line, value);
      segments.push({ ...segment, line, uri: value });
      draft = undefined;
      msn += 1;
    },
  };
  for (const line of lines) {
    if (BEFORE_SEGMENTS.has(line.name) && (segments.length > 0 || draft))
      tell('tag-too-late', line.line, line.name);
    if (BEFORE_PARTS.has(line.name) && draft && draft.parts.length > 0)
      tell('tag-after-part', line.line, line.name);
    take[line.name]?.(line);
  }
  if (!draft) return segments;
  if (draft.seconds !== undefined) tell('uri-missing', draft.line, 'a length without an address');
  else if (draft.parts.length === 0) tell('tags-at-end', draft.line, 'tags of a segment that is not there');
  return draft.parts.length > 0 ? [...segments, draft] : segments;
}

/** A playlist of segments, as a player understands it. */
export function readMedia(lines: readonly Line[], tell: Tell): ReadMedia {
  const find = (name: string): Line | undefined => lines.find((line) => line.name === name);
  const numberOf = (name: string): number | undefined => {
    const found = find(name);
    return found && Number(found.value);
  };
  const partTarget = find('EXT-X-PART-INF')?.attributes.get('PART-TARGET');
  const type = find('EXT-X-PLAYLIST-TYPE')?.value;
  const skipped = Number(find('EXT-X-SKIP')?.attributes.get('SKIPPED-SEGMENTS') ?? 0);
  const msn = numberOf('EXT-X-MEDIA-SEQUENCE') ?? 0;
  const discontinuities = numberOf('EXT-X-DISCONTINUITY-SEQUENCE') ?? 0;
  return {
    kind: 'media',
    lines,
    targetSeconds: numberOf('EXT-X-TARGETDURATION'),
    partTarget: partTarget === undefined ? undefined : Number(partTarget),
    control: find('EXT-X-SERVER-CONTROL')?.attributes ?? new Map(),
    msn,
    discontinuities,
    type: type === 'EVENT' || type === 'VOD' ? type : undefined,
    isEnded: find('EXT-X-ENDLIST') !== undefined,
    isIndependent: find('EXT-X-INDEPENDENT-SEGMENTS') !== undefined,
    skipped,
    segments: readSegments(lines, { msn: msn + skipped, discontinuities }, tell),
    hints: lines.filter(({ name }) => name === 'EXT-X-PRELOAD-HINT'),
    reports: lines.filter(({ name }) => name === 'EXT-X-RENDITION-REPORT'),
  };
}
