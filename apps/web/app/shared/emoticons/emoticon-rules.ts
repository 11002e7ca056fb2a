import type { CompletedText, CompletionRules, Draft } from '../completion/use-completion.ts';

/** Codes that are offered at once. */
const OFFERED_MAX = 6;

/** The code being typed before the caret, from two letters on: `:p` is itself a face. */
export function emoticonDraftAt(text: string, caret: number): Draft | undefined {
  const query = /(?:^|\s):([a-z]{2,20})$/i.exec(text.slice(0, caret))?.[1];
  if (query === undefined) return undefined;
  return { from: caret - query.length - 1, to: caret, query: query.toLowerCase() };
}

/** The word of a code: `smile` for `:smile:`. */
export const nameOfCode = (code: string): string => code.replaceAll(':', '');

/** Codes that fit, those that begin with it first. */
export function offerCodes(codes: Iterable<string>, { query }: Draft): readonly string[] {
  const fitting = [...codes].filter((code) => nameOfCode(code).includes(query));
  const rank = (code: string) => Number(!nameOfCode(code).startsWith(query));
  return fitting.toSorted((a, b) => rank(a) - rank(b) || (a < b ? -1 : 1)).slice(0, OFFERED_MAX);
}

/** The text with the code inserted, and the new caret position. */
export function completeCode(text: string, { from, to }: Draft, code: string): CompletedText {
  const rest = text.slice(to).replace(/^:?\s*/, '');
  return { text: `${text.slice(0, from)}${code} ${rest}`, caret: from + code.length + 1 };
}

/** Offers the known codes while one is typed. */
export const codeRules = (codes: ReadonlyMap<string, string>): CompletionRules => ({
  draftAt: emoticonDraftAt,
  offer: (draft) => offerCodes(codes.keys(), draft),
  complete: completeCode,
});

/** The text with a code at the caret, separated from the words beside it. */
export function insertCode(text: string, caret: number, code: string): CompletedText {
  const before = text.slice(0, caret);
  const inserted = `${before === '' || /\s$/.test(before) ? '' : ' '}${code} `;
  return {
    text: before + inserted + text.slice(caret).trimStart(),
    caret: before.length + inserted.length,
  };
}
