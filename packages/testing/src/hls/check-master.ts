import type { Line } from './read-lines.ts';
import type { Tell } from './rules.ts';

/** A rendition that a player may choose. */
export interface ReadVariant {
  readonly line: number;
  readonly uri: string;
  readonly attributes: Line['attributes'];
}

export interface ReadMaster {
  readonly kind: 'master';
  readonly lines: readonly Line[];
  readonly variants: readonly ReadVariant[];
}

const VIDEO = /^(?:avc[13]\.[\dA-Fa-f]{6}|h[ev][vc]1\.[\w.]+|av01\.[\w.]+|vp09\.[\w.]+)$/;
const SOUND = /^(?:mp4a\.40\.\d{1,2}|opus|fLaC|ac-3|ec-3)$/;
const GROUPS = ['AUDIO', 'VIDEO', 'SUBTITLES', 'CLOSED-CAPTIONS'] as const;

/** The renditions that a list names. */
export function readMaster(lines: readonly Line[], tell: Tell): ReadMaster {
  const variants: ReadVariant[] = [];
  let open: Line | undefined;
  for (const line of lines) {
    if (open && line.name !== '') tell('variant-without-uri', open.line, 'no address on the next line');
    if (line.name === '' && open) variants.push({ ...open, uri: line.value });
    if (line.name === '' && !open) tell('uri-without-variant', line.line, line.value);
    open = line.name === 'EXT-X-STREAM-INF' ? line : undefined;
  }
  if (open) tell('variant-without-uri', open.line, 'no address on the next line');
  if (variants.length === 0) tell('no-variants', 0, 'nothing to choose from');
  return { kind: 'master', lines, variants };
}

function checkVariant({ line, attributes }: Pick<Line, 'line' | 'attributes'>, tell: Tell): void {
  const [peak, average] = ['BANDWIDTH', 'AVERAGE-BANDWIDTH'].map((name) =>
    Number(attributes.get(name) ?? NaN),
  );
  if (average! > peak!) tell('average-above-peak', line, `${average} above ${peak}`);
  const codecs = attributes.get('CODECS')?.split(',');
  if (!codecs) tell('codecs-missing', line, 'no CODECS');
  for (const codec of codecs ?? [])
    if (!VIDEO.test(codec) && !SOUND.test(codec)) tell('codecs-form', line, codec);
  if (codecs?.some((codec) => VIDEO.test(codec)) && !attributes.has('RESOLUTION'))
    tell('resolution-missing', line, 'pictures without RESOLUTION');
}

function checkGroups({ lines, variants }: ReadMaster, tell: Tell): void {
  const media = lines.filter(({ name }) => name === 'EXT-X-MEDIA');
  const groups = new Map<string, { readonly names: Set<string>; defaults: number }>();
  for (const { line, attributes } of media) {
    const [type, is] = [attributes.get('TYPE'), (name: string) => attributes.get(name) === 'YES'];
    const key = `${type} ${attributes.get('GROUP-ID')}`;
    const group = groups.get(key) ?? { names: new Set<string>(), defaults: 0 };
    groups.set(key, group);
    const name = attributes.get('NAME') ?? '';
    if (group.names.has(name)) tell('group-name-repeated', line, name);
    group.names.add(name);
    if (is('DEFAULT') && (group.defaults += 1) > 1) tell('group-defaults', line, key);
    const isWrong =
      (type === 'CLOSED-CAPTIONS' && (attributes.has('URI') || !attributes.has('INSTREAM-ID'))) ||
      (type === 'SUBTITLES' && !attributes.has('URI')) ||
      (attributes.has('FORCED') && type !== 'SUBTITLES') ||
      (attributes.has('CHANNELS') && type !== 'AUDIO') ||
      (is('DEFAULT') && attributes.get('AUTOSELECT') === 'NO');
    if (isWrong) tell('media-attributes', line, key);
  }
  for (const { line, attributes } of variants)
    for (const type of GROUPS) {
      const id = attributes.get(type);
      if (id !== undefined && id !== 'NONE' && !groups.has(`${type} ${id}`)) tell('group-missing', line, id);
    }
}

export function checkMaster(master: ReadMaster, tell: Tell): void {
  const { lines, variants } = master;
  const seen = new Set<string>();
  const withoutCaptions = variants.filter(({ attributes }) => attributes.get('CLOSED-CAPTIONS') === 'NONE');
  if (withoutCaptions.length > 0 && withoutCaptions.length < variants.length)
    tell('captions-mixed', withoutCaptions[0]!.line, 'all say CLOSED-CAPTIONS=NONE, or none does');
  for (const variant of variants) {
    checkVariant(variant, tell);
    if (seen.has(variant.uri)) tell('variant-repeated', variant.line, variant.uri);
    seen.add(variant.uri);
  }
  for (const line of lines.filter(({ name }) => name === 'EXT-X-I-FRAME-STREAM-INF')) {
    checkVariant(line, tell);
    const isOfSound = line.attributes
      .get('CODECS')
      ?.split(',')
      .some((codec) => SOUND.test(codec));
    if (isOfSound) tell('i-frame-attributes', line.line, 'keyframes have no sound');
  }
  checkGroups(master, tell);
}
