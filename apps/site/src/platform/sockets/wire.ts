import { type Codec, hashOfTemplates, makeCodec } from '@klieg/codec';
import {
  type EventName,
  type Payload,
  TEMPLATE_EDITION,
  type Template,
  templateList,
  templateListOf,
} from '@klieg/contract';
import { textFrame } from './frame.ts';

/** The form of a page's messages: masked unless it asked for plain (W16). */
type Form = 'masked' | 'plain';

/** How one page is spoken to: in the edition of the template list that it knows, in its form (W16, W25). */
export interface Dialect {
  readonly edition: number;
  readonly form: Form;
}

/** One object for each dialect, so that dialects are compared by identity. */
const dialects = new Map<string, Dialect>();

/** The dialect of a page that knows the list up to `known`: the newest edition that both sides have. */
export function dialectOf(known: number, form: Form): Dialect {
  const edition = Math.min(known, TEMPLATE_EDITION);
  const key = `${edition} ${form}`;
  const dialect = dialects.get(key) ?? { edition, form };
  dialects.set(key, dialect);
  return dialect;
}

/** The template list of one edition as sent to pages, and its hash. */
export interface Edition {
  readonly list: readonly Template[];
  readonly hash: string;
  readonly codec: Codec;
}

const editions = await Promise.all(
  Array.from({ length: TEMPLATE_EDITION }, async (_, at): Promise<Edition> => {
    const list = templateListOf(at + 1);
    return { list, hash: await hashOfTemplates(list), codec: makeCodec(list) };
  }),
);

/** An edition by its number, which counts from 1. */
export const editionOf = (edition: number): Edition => editions[edition - 1]!;

/** Reads what pages of any edition say: ids never change, and fields only grow at their end (W20). */
export const codec: Codec = editionOf(TEMPLATE_EDITION).codec;

/** For each event and edition: the first edition with the same fields, since both read the same bytes. */
const wordings = new Map(
  templateList.map(([name]) => {
    const fieldsIn = editions.map(({ list }) => list.find(([known]) => known === name)?.[1].join());
    return [
      name,
      fieldsIn.map((fields) => (fields === undefined ? undefined : fieldsIn.indexOf(fields) + 1)),
    ];
  }),
);

/** A message as one WebSocket frame; undefined where the page's edition has no such event. */
export function frameOf<N extends EventName>(
  name: N,
  payload: Payload<N>,
  { edition, form }: Dialect,
): Buffer | undefined {
  const wording = wordings.get(name)?.[edition - 1];
  if (wording === undefined) return undefined;
  return textFrame(editionOf(wording).codec.encode(name, payload as Record<string, unknown>, form));
}

/** A message that is encoded at most once per wording and form, and only in those that somebody reads. */
export function lazyFrame<N extends EventName>(
  name: N,
  payload: Payload<N>,
): (dialect: Dialect) => Buffer | undefined {
  const made = new Map<string, Buffer | undefined>();
  const wording = wordings.get(name);
  return (dialect) => {
    const key = `${wording?.[dialect.edition - 1]} ${dialect.form}`;
    if (!made.has(key)) made.set(key, frameOf(name, payload, dialect));
    return made.get(key);
  };
}
