import type { ChatState } from '#app/features/room-chat/state/chat-state.ts';

interface Named {
  readonly username: string;
  readonly displayName?: string;
}

/**
 * How people are called, by username. Tips come with a username alone, while lines show the name that somebody has
 * chosen: nobody should have two names in one chat. Who is not known from the lines or the list keeps the username.
 */
export function shownNames(
  { entries, people }: Pick<ChatState, 'entries' | 'people'>,
  own: Named | undefined,
): ReadonlyMap<string, string> {
  const writers = entries.flatMap((entry): Named[] => (entry.kind === 'text' ? [entry.person] : []));
  const known: readonly Named[] = [...(people?.list ?? []), ...writers, ...(own ? [own] : [])];
  return new Map(
    known.flatMap(({ username, displayName }) => (displayName ? [[username, displayName] as const] : [])),
  );
}
