import type { AccountId } from '@klieg/kernel';
import type { Transaction } from '../../platform/postgres/index.ts';

/** Somebody who joins, as their transaction knows them. */
export interface Newcomer {
  readonly accountId: AccountId;
  /** As the form gives it; the account may be without one. */
  readonly email: string;
  /** The key of the guest who they were until now. */
  readonly visitor: string;
}

/**
 * What a feature writes in the transaction in which somebody joins, since the newcomer's next page shows it already.
 * Where it fails nobody has joined. What may come a moment later is read from the fact `accountMade`.
 */
export type JoiningShare = (newcomer: Newcomer, transaction: Transaction) => Promise<void>;
