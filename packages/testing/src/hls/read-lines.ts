import type { Tell } from './rules.ts';
import { type Attribute, DATE, type Tag, TAGS, type ValueType } from './tags.ts';

/** Values of attributes, without their quotation marks. */
export type Attributes = ReadonlyMap<string, string>;

/** A line that says something: a tag or an address. */
export interface Line {
  /** From 1. */
  readonly line: number;
  /** Without `#`; empty for an address. */
  readonly name: string;
  /** What follows the colon, or the address. */
  readonly value: string;
  readonly attributes: Attributes;
}

const NAME = /^[A-Z\d-]+$/;
/** A value in quotation marks, or what has neither comma nor quotation mark. */
const PAIR = /^([^=,"]*)=("[^"\r\n]*"|[^",\s]+)(?:,|$)/;

const FORMS: Readonly<Record<Exclude<ValueType, readonly string[]>, RegExp>> = {
  integer: /^\d{1,20}$/,
  decimal: /^\d+(?:\.\d+)?$/,
  signed: /^-?\d+(?:\.\d+)?$/,
  hex: /^0[xX][\dA-Fa-f]+$/,
  quoted: /^".*"$/su,
  resolution: /^[1-9]\d*x[1-9]\d*$/,
  'quoted-date': new RegExp(`^"${DATE.source.slice(1, -1)}"$`),
  any: /^/,
};

const isOf = (type: ValueType, value: string): boolean =>
  typeof type === 'object' || Array.isArray(type)
    ? (type as readonly string[]).includes(value)
    : FORMS[type as keyof typeof FORMS].test(value);

const nameOfType = (type: ValueType): string => (Array.isArray(type) ? type.join(' or ') : String(type));

/** Splits `A=1,B="two"`; undefined where it cannot be split. */
export function splitAttributes(text: string): [name: string, value: string][] | undefined {
  const pairs: [string, string][] = [];
  let rest = text;
  do {
    const found = PAIR.exec(rest);
    if (!found || !NAME.test(found[1]!)) return undefined;
    // A comma with nothing behind it.
    if (found[0].length === rest.length && rest.endsWith(',')) return undefined;
    pairs.push([found[1]!, found[2]!]);
    rest = rest.slice(found[0].length);
  } while (rest !== '');
  return pairs;
}

function readAttributes(
  text: string,
  known: Readonly<Record<string, Attribute>>,
  line: number,
  tell: Tell,
): Attributes {
  const attributes = new Map<string, string>();
  const pairs = splitAttributes(text);
  if (!pairs) tell('attribute-syntax', line, text);
  for (const [name, value] of pairs ?? []) {
    if (attributes.has(name)) tell('repeated-attribute', line, name);
    attributes.set(name, value.replaceAll('"', ''));
    const attribute = known[name] ?? (name.startsWith('X-') ? { type: 'any' as const } : undefined);
    if (!attribute) tell('unknown-attribute', line, name);
    else if (!isOf(attribute.type, value))
      tell('attribute-type', line, `${name}=${value} is not ${nameOfType(attribute.type)}`);
  }
  for (const [name, { required }] of Object.entries(known))
    if (required && pairs && !attributes.has(name)) tell('missing-attribute', line, name);
  return attributes;
}

function readTag(text: string, line: number, tell: Tell): Line | undefined {
  const [, name = '', colon, value = ''] = /^#([A-Z\d-]+)(:?)(.*)$/su.exec(text) ?? [];
  const tag: Tag | undefined = TAGS[name];
  if (!tag) {
    tell('unknown-tag', line, text);
    return undefined;
  }
  if (tag.value === 'none' || tag.value instanceof RegExp) {
    const isRight = tag.value === 'none' ? colon === '' && value === '' : tag.value.test(value);
    if (!isRight) tell('tag-value', line, text);
    return { line, name, value, attributes: new Map() };
  }
  return { line, name, value, attributes: readAttributes(value, tag.value, line, tell) };
}

function checkText(text: string, tell: Tell): void {
  if (text.startsWith('\uFEFF')) tell('byte-order-mark', 1, 'a playlist begins with #EXTM3U');
  if (text.includes('\uFFFD')) tell('encoding', 0, 'not UTF-8');
  const control = /(?![\r\n])\p{Cc}|\r(?!\n)/u.exec(text);
  if (control) tell('control-character', 0, JSON.stringify(control[0]));
  if (text.normalize('NFC') !== text) tell('not-composed', 0, 'characters that are not composed (NFC)');
  if (!text.endsWith('\n')) tell('unterminated-line', text.split('\n').length, 'the last line has no end');
}

/** All lines that say something, in their order; what is wrong with their form is told. */
export function readLines(text: string, tell: Tell): readonly Line[] {
  checkText(text, tell);
  const lines: Line[] = [];
  const seen = new Set<string>();
  for (const [at, raw] of text.replace('\uFEFF', '').split(/\r?\n/u).entries()) {
    const line = at + 1;
    if (line === 1 && raw !== '#EXTM3U') tell('first-line', 1, raw);
    if (raw === '' || (raw.startsWith('#') && !raw.startsWith('#EXT'))) continue;
    const isTag = raw.startsWith('#');
    if (raw !== raw.trim() || (!isTag && /\s/u.test(raw))) tell('white-space', line, raw);
    const read = isTag ? readTag(raw, line, tell) : { line, name: '', value: raw, attributes: new Map() };
    if (!read) continue;
    if (TAGS[read.name]?.once && seen.has(read.name)) tell('repeated-tag', line, read.name);
    seen.add(read.name);
    lines.push(read);
  }
  return lines;
}

const numberOf = (lines: readonly Line[], name: string): number | undefined => {
  const found = lines.find((line) => line.name === name);
  return found && Number(found.value);
};

/** The least version that each line asks for (section 8), and what it is that asks. */
function* versionsOf(
  lines: readonly Line[],
): Generator<readonly [least: number, line: number, what: string]> {
  const isOfKeyframes = lines.some(({ name }) => name === 'EXT-X-I-FRAMES-ONLY');
  for (const { name, value, attributes, line } of lines) {
    const least = TAGS[name]?.version;
    if (least) yield [least, line, name];
    if (name === 'EXTINF' && value.split(',', 1)[0]!.includes('.')) yield [3, line, 'EXTINF with a fraction'];
    if (name === 'EXT-X-MAP') yield [isOfKeyframes ? 5 : 6, line, name];
    if (name.endsWith('-KEY') && attributes.has('IV')) yield [2, line, 'IV'];
    if (attributes.has('KEYFORMAT') || attributes.has('KEYFORMATVERSIONS')) yield [5, line, 'KEYFORMAT'];
    if (attributes.get('METHOD')?.startsWith('SAMPLE-AES')) yield [5, line, 'SAMPLE-AES'];
    if (attributes.get('INSTREAM-ID')?.startsWith('SERVICE')) yield [7, line, 'SERVICE'];
    if (attributes.has('RECENTLY-REMOVED-DATERANGES')) yield [10, line, 'RECENTLY-REMOVED-DATERANGES'];
    if (attributes.has('QUERYPARAM')) yield [11, line, 'QUERYPARAM'];
  }
}

/** Whether the version that is named is enough for what is used. */
export function checkVersion(lines: readonly Line[], tell: Tell): void {
  const version = numberOf(lines, 'EXT-X-VERSION') ?? 1;
  for (const [least, line, what] of versionsOf(lines))
    if (least > version) tell('version', line, `${what} needs version ${least}, and ${version} is named`);
}

/** Which kind of playlist this is, where it is one of them alone. */
export function kindOf(lines: readonly Line[], tell: Tell): 'media' | 'master' {
  const isMaster = (line: Line): boolean => TAGS[line.name]?.kind === 'master';
  const isMedia = (line: Line): boolean => ['media', 'segment'].includes(TAGS[line.name]?.kind ?? '');
  const [master, media] = [lines.find(isMaster), lines.find(isMedia)];
  if (master && media) tell('mixed-kinds', media.line, `${media.name} beside ${master.name}`);
  return master ? 'master' : 'media';
}
