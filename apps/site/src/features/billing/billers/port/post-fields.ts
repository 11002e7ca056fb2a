import { ownOf } from '@klieg/kernel';
import type { RawPost } from './biller-port.ts';

/** What a post says, name by name. */
export type Fields = Readonly<Record<string, string>>;

/** A genuine post that says something which no database takes must not be lost for it. */
const storable = (text: string): string => text.replaceAll('\u0000', '\uFFFD').toWellFormed();

/** Different readers treat a repeated name differently: such a post is refused. */
function unique(pairs: Iterable<readonly [string, unknown]>): Fields | undefined {
  const fields = new Map<string, string>();
  for (const [name, value] of pairs) {
    if (fields.has(name)) return undefined;
    if (value === null || value === undefined || typeof value === 'object') continue;
    fields.set(name, storable(String(value)));
  }
  return Object.fromEntries(fields);
}

/** The fields of a form, as in a body or query string; undefined where one is repeated. */
export const readForm = (text: string): Fields | undefined => unique(new URLSearchParams(text));

/** The plain fields of a JSON object. */
export function readJsonFields(text: string): Fields | undefined {
  try {
    const json: unknown = JSON.parse(text);
    return typeof json === 'object' && json !== null && !Array.isArray(json)
      ? unique(Object.entries(json))
      : undefined;
  } catch {
    return undefined;
  }
}

/** The fields of a post's body, whether it is JSON or a form. */
export function readFields({ bytes }: Pick<RawPost, 'bytes'>): Fields | undefined {
  const text = bytes.toString('utf8');
  return text.trimStart().startsWith('{') ? readJsonFields(text) : readForm(text);
}

/** Cents of an amount such as `10`, `10.5` or `10.00`; undefined for anything else. */
export function centsOf(text: string | undefined): number | undefined {
  const match = /^(\d{1,9})(?:\.(\d{1,2}))?$/.exec(text ?? '');
  return match ? Number(match[1]) * 100 + Number((match[2] ?? '').padEnd(2, '0')) : undefined;
}

/** An amount with two decimals, as billers want it. */
export const amountOf = (cents: number): string => (cents / 100).toFixed(2);

const ENTITIES: Readonly<Record<string, string>> = { lt: '<', gt: '>', quot: '"', apos: "'", amp: '&' };

/** The text between the first tags of a name, in flat XML; undefined where they are missing. */
export function textOfTag(xml: string, name: string): string | undefined {
  const text = new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml)?.[1];
  return (
    text && storable(text.trim().replace(/&(\w+);/g, (all, entity: string) => ownOf(ENTITIES, entity) ?? all))
  );
}

const escapeXml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** Flat XML of fields. */
export const tagsOf = (fields: Fields): string =>
  Object.entries(fields)
    .map(([name, value]) => `<${name}>${escapeXml(value)}</${name}>`)
    .join('');
