/** Finds the words of a list in lines, also where they are written with accents, digits or stretched. */
export interface WordFilter {
  /** The word of the list that a line holds, else undefined. */
  find(text: string): string | undefined;
}

const LOOKALIKES: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
};

const INVISIBLE = /[\u00ad\u200b-\u200f\u2060\ufeff]/gu;

/** A text without signs that a reader does not see. */
export const withoutInvisible = (text: string): string => text.replace(INVISIBLE, '');

/** Letters of a text as a reader sees them: without case, accents, lookalikes and repeats. */
export const foldText = (text: string): string =>
  withoutInvisible(text.normalize('NFKD').replace(/\p{M}/gu, ''))
    .toLowerCase()
    // At the end of a word it is what it looks like.
    .replace(/(?<=\p{L})!(?=\p{L})/gu, 'i')
    .replace(/[013457@$]/g, (sign) => LOOKALIKES[sign]!)
    .replace(/(.)\1+/gu, '$1');

const WORD = /[\p{L}\p{N}]+/gu;

/** @param words at least two letters each; an entry of several words is matched as a phrase */
export function makeWordFilter(words: readonly string[]): WordFilter {
  const single = new Map<string, string>();
  const phrases: [folded: string, word: string][] = [];
  for (const word of words) {
    const folded = (foldText(word).match(WORD) ?? []).join(' ');
    if (folded === '') continue;
    if (folded.includes(' ')) phrases.push([` ${folded} `, word]);
    else single.set(folded, word);
  }
  return {
    find(text) {
      if (single.size === 0 && phrases.length === 0) return undefined;
      const parts = foldText(text).match(WORD) ?? [];
      const hit = parts.find((part) => single.has(part));
      if (hit !== undefined) return single.get(hit);
      const line = ` ${parts.join(' ')} `;
      // Single letters in a row are a word that somebody spread.
      const spread = line.replace(/ (?=\S )/g, '').match(WORD) ?? [];
      const found = spread.find((part) => single.has(part));
      if (found !== undefined) return single.get(found);
      return phrases.find(([phrase]) => line.includes(phrase))?.[1];
    },
  };
}
