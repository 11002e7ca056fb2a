import type { Uuid } from '@klieg/kernel';

/** How many numbers an account has given out, and the least id of the partitions searched first. */
export interface Newest {
  readonly feed: number;
  readonly oldest: Uuid;
}

/** With the number of days as the second parameter. */
export const NEWEST = `
  select feed, ledger.uuid_floor(now() - make_interval(days => $2)) as oldest from ledger.balances where account = $1`;

/** Day ranges searched one after the other, before everything: finds a rare payer in a few steps. */
export const WINDOWS_DAYS = [31, 186, 1_116] as const;
