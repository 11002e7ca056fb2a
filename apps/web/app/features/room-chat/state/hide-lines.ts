import type { ChatState } from './chat-state.ts';

/** The chat without the lines of some people; what they paid stays. */
export const hideLinesOf = (chat: ChatState, names: ReadonlySet<string>): ChatState =>
  names.size === 0
    ? chat
    : {
        ...chat,
        // Counted as removals, so that the lines that are held for a reader further up lose them too.
        removals: chat.removals + names.size,
        entries: chat.entries.filter((entry) => {
          if (entry.kind === 'text') return !names.has(entry.person.username);
          return entry.kind !== 'presence' || !names.has(entry.username);
        }),
      };
