import type { ChatEntry } from '../state/chat-entry.ts';
import type { ChatState } from '../state/chat-state.ts';

/** Lines that are drawn while the newest is in view: more than the tallest window shows. */
export const FOLLOWED_MAX = 80;

/** The lines that a reader who has scrolled up keeps reading. */
export type HeldLines = Pick<ChatState, 'entries' | 'received' | 'removals'>;

/** What the list draws, and how many lines came below since the reader scrolled up. */
export interface ShownLines {
  readonly entries: readonly ChatEntry[];
  readonly newCount: number;
}

/** The end of the chat, or the held lines, without meanwhile removed ones. */
export function linesToShow(chat: HeldLines, held: HeldLines | undefined): ShownLines {
  if (!held) return { entries: chat.entries.slice(-FOLLOWED_MAX), newCount: 0 };
  const newCount = chat.received - held.received;
  if (chat.removals === held.removals) return { entries: held.entries, newCount };
  const there = new Set(chat.entries.map(({ id }) => id));
  return { entries: held.entries.filter(({ id }) => there.has(id)), newCount };
}
