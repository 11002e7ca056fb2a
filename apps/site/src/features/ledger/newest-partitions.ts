import type { Uuid } from '@klieg/kernel';

/** How many numbers an account has given, and the least id of the partitions that are looked at first. */
export interface Newest {
  readonly feed: number;
  readonly oldest: Uuid;
}

/** With the days that are looked at, as the second parameter. */
export const NEWEST = `
  select feed, ledger.uuid_floor(now() - make_interval(days => $2)) as oldest from ledger.balances where account = $1`;

/** So many days are looked at one after the other, before all there are: who pays seldom is found in a few steps. */
export const WINDOWS_DAYS = [31, 186, 1_116] as const;
