import type { Payload } from '@klieg/contract';
import { type LinesOf, openSeating, type Role } from '../rooms/index.ts';

type Line = Payload<'v3.chat.message'>;

/** Said where everybody could read it, not in a show. */
export const isOpenLine = ({ mode }: Pick<Line, 'mode'>): boolean =>
  mode === undefined || mode === openSeating.mode;

/** What is removed, and how the room is told. */
export interface Cleared {
  readonly taken: readonly LinesOf[];
  /** All lines at once, those of one name, or individual lines by their ids. */
  readonly told: 'all' | 'name' | 'ids';
  readonly oneByOne: readonly string[];
  readonly count: number;
}

/**
 * Clears the lines of one name, or all. The moderators of a room wait outside its shows or spy on them: they do not
 * clear what is said inside (F5). When lines of a show are cleared, no name is sent, since everybody hears it.
 */
export function linesToClear(
  lines: readonly Pick<Line, 'id' | 'username' | 'mode'>[],
  name: string | undefined,
  role: Role,
): Cleared {
  const open = role === 'moderator' ? lines.filter(isOpenLine) : lines;
  const meant = name === undefined ? open : open.filter(({ username }) => username === name);
  const ids = meant.map(({ id }) => id);
  if (open.length < lines.length)
    return { taken: ids.map((id) => ({ id })), told: 'ids', oneByOne: ids, count: ids.length };
  if (name === undefined) return { taken: ['all'], told: 'all', oneByOne: [], count: ids.length };
  const isSecret = !meant.every(isOpenLine);
  return {
    taken: [{ username: name }],
    told: isSecret ? 'ids' : 'name',
    oneByOne: isSecret ? ids : [],
    count: ids.length,
  };
}
