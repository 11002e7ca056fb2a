import type { ChatState } from '../state/chat-state.ts';

/** People who can be mentioned: recent writers, newest first, then listed people. */
export function namesHere({ entries, people }: ChatState): readonly string[] {
  const writers = entries.flatMap((entry) => (entry.kind === 'text' ? [entry.person.username] : []));
  const listed = people?.list.map(({ username }) => username) ?? [];
  return [...new Set([...writers.toReversed(), ...listed])];
}
