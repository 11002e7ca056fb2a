import type { ChatState } from './chat-state.ts';

/** The chat without the lines of some people; what they paid stays. */
export const hideLinesOf = (chat: ChatState, names: ReadonlySet<string>): ChatState =>
  names.size === 0
    ? chat
    : {
        ...chat,
        // Somebody who reads further up does not see them either.
        removals: chat.removals + names.size,
        entries: chat.entries.filter((entry) => {
          if (entry.kind === 'text') return !names.has(entry.person.username);
          return entry.kind !== 'presence' || !names.has(entry.username);
        }),
      };
