import type { Profile, ProfileChange } from '@klieg/contract';

/** Fields whose words staff reads when they have a banned term in them. */
const READ_KEYS = ['display_name', 'about', 'tags'] as const;
export type ReadKey = (typeof READ_KEYS)[number];
export type Waiting = Partial<Pick<Profile, ReadKey>>;

export interface SplitChange {
  /** Counts at once. */
  readonly now: ProfileChange;
  /** Waits for staff. */
  readonly waiting: Waiting;
}

const wordsOf = (value: string | readonly string[]): string =>
  typeof value === 'string' ? value : value.map((tag) => tag.replaceAll('-', ' ')).join('\n');
const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/** Whether a changed text holds a term that is not taken at all. */
export const isAnyRefused = (
  change: ProfileChange,
  before: Pick<Profile, ReadKey>,
  isRefused: (text: string) => boolean,
): boolean =>
  READ_KEYS.some((key) => {
    const wanted = change[key];
    return wanted !== undefined && !isSame(wanted, before[key]) && isRefused(wordsOf(wanted));
  });

/** Which changes apply at once, and which staff must read first: a changed text with a banned term. */
export function splitChange(
  change: ProfileChange,
  before: Pick<Profile, ReadKey>,
  isBanned: (text: string) => boolean,
): SplitChange {
  const waits = READ_KEYS.filter((key) => {
    const wanted = change[key];
    return wanted !== undefined && !isSame(wanted, before[key]) && isBanned(wordsOf(wanted));
  });
  const pick = (isWaiting: boolean) =>
    Object.fromEntries(
      Object.entries(change).filter(
        ([key, value]) => value !== undefined && waits.includes(key as ReadKey) === isWaiting,
      ),
    );
  return { now: pick(false), waiting: pick(true) as Waiting };
}
