import type { ChatState } from '../state/chat-state.ts';

interface Named {
  readonly username: string;
  readonly displayName?: string;
}

/**
 * Display names by username. Tips only carry a username, while lines show the chosen name: nobody should have two names
 * in one chat. People unknown from lines or the list keep the username.
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
