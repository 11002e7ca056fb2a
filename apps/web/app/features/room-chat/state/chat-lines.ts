import type { Room } from '@klieg/contract';
import { type ChatEntry, storedEntry, textEntry } from './chat-entry.ts';

type Entries = readonly ChatEntry[];

/** Lines that a page keeps (CONSTANTS-046). */
const CHAT_LINES_MAX = 200;

/** The newest lines, up to the page's limit. */
export const capped = (entries: Entries): Entries => entries.slice(-CHAT_LINES_MAX);

const inOrder = (entries: Entries): Entries => capped(entries.toSorted((a, b) => a.at - b.at));

/** The lines of a room as an answer gives them. */
export const linesOf = (room: Room): Entries =>
  capped(room.chatMessageList.filter((line) => !line.hidden).map(storedEntry));

/** Adds missing lines; existing ones stay unchanged. */
export function withLines(entries: Entries, more: Entries): Entries {
  const known = new Set(entries.map(({ id }) => id));
  return inOrder([...more.filter(({ id }) => !known.has(id)), ...entries]);
}

/** History replaces the lines; tips, which it does not hold, stay where they were. */
export function withHistory(entries: Entries, lines: readonly Readonly<Record<string, unknown>>[]): Entries {
  const tips = entries.filter((entry) => entry.kind === 'tip');
  // Highlighted ones are sent again after the history; meanwhile they stay unchanged.
  const known = new Map(entries.map((entry) => [entry.id, entry]));
  const asKnown = (entry: ChatEntry): ChatEntry => {
    const before = known.get(entry.id);
    return before?.kind === 'text' && before.isHighlighted ? before : entry;
  };
  return inOrder([...lines.map(textEntry).map(asKnown), ...tips]);
}
