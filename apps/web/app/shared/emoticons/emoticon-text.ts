import type { Room } from '@klieg/contract';
import { createContext } from 'react';

/** Pictures by their code, such as `:smile:`. */
export type Emoticons = ReadonlyMap<string, string>;

/** The pictures for lines; none if the reader prefers the codes. */
export const EmoticonsContext = createContext<Emoticons>(new Map());

/** The room's pictures as lines look them up. */
export const emoticonsOf = (list: Room['chat']['emoticonList']): Emoticons =>
  new Map(list.map(({ code, url }) => [code, url]));

/** A piece of a line: its text, and the address of its picture. */
export interface EmoticonPart {
  readonly text: string;
  readonly url?: string;
}

/** A text in pieces; a code that the room does not know stays text. */
export function splitEmoticons(text: string, known: Emoticons): readonly EmoticonPart[] {
  if (known.size === 0 || !text.includes(':')) return [{ text }];
  const parts: EmoticonPart[] = [];
  let from = 0;
  for (const { 0: code, index } of text.matchAll(/:[a-z]{2,20}:/g)) {
    const url = known.get(code);
    if (url === undefined) continue;
    if (index > from) parts.push({ text: text.slice(from, index) });
    parts.push({ text: code, url });
    from = index + code.length;
  }
  if (from < text.length) parts.push({ text: text.slice(from) });
  return parts;
}
