import type { CompletedText, Draft } from '#app/shared/completion/use-completion.ts';

/** Names that are offered at once. */
const OFFERED_MAX = 6;

/** The name that is being typed before the caret; undefined where no @ begins one. */
export function draftAt(text: string, caret: number): Draft | undefined {
  const match = /(?:^|\s)@([A-Za-z0-9_]{0,20})$/.exec(text.slice(0, caret));
  const query = match?.[1];
  if (query === undefined) return undefined;
  return { from: caret - query.length - 1, to: caret, query: query.toLowerCase() };
}

/** Matching names, those that begin with the text first; never the own. */
export function offerNames(
  names: Iterable<string>,
  { query }: Draft,
  own: string | undefined,
): readonly string[] {
  const fitting = [...new Set(names)].filter(
    (name) => name !== own && !name.startsWith('guest_') && name.includes(query),
  );
  const rank = (name: string) => Number(!name.startsWith(query));
  return fitting.toSorted((a, b) => rank(a) - rank(b) || (a < b ? -1 : 1)).slice(0, OFFERED_MAX);
}

/** The text with the name inserted, and the new caret position. */
export function completeMention(text: string, { from, to }: Draft, name: string): CompletedText {
  const mention = `@${name} `;
  return {
    text: text.slice(0, from) + mention + text.slice(to).trimStart(),
    caret: from + mention.length,
  };
}

export interface TextPart {
  readonly text: string;
  /** The name that it mentions. */
  readonly name?: string;
}

/** A line in parts: plain text, and mentions as they were written. */
export function splitMentions(text: string): readonly TextPart[] {
  const parts: TextPart[] = [];
  let from = 0;
  for (const match of text.matchAll(/(?<![A-Za-z0-9_@])@([A-Za-z0-9][A-Za-z0-9_]{2,19})(?![A-Za-z0-9_])/g)) {
    if (match.index > from) parts.push({ text: text.slice(from, match.index) });
    parts.push({ text: match[0], name: match[1]!.toLowerCase() });
    from = match.index + match[0].length;
  }
  if (from < text.length) parts.push({ text: text.slice(from) });
  return parts;
}

/** Whether a line speaks to somebody. */
export const mentions = (text: string, username: string): boolean =>
  splitMentions(text).some(({ name }) => name === username);
