import type { Payload } from '@klieg/contract';
import type { AccountId } from '@klieg/kernel';
import { notice } from '../../platform/events/index.ts';
import type { Purse } from '../ledger/index.ts';

/** What somebody has in one purse after a change; display only, the ledger is the truth. */
export interface BalanceChange {
  readonly accountId: AccountId;
  readonly purse: Purse;
  /** What can be spent now, or has been earned. */
  readonly tokens: number;
  readonly held: number;
  /** Grows with every change of this purse: a page ignores anything older than it knows. */
  readonly version: number;
  /** Tokens that came (positive) or went (negative). */
  readonly change: number;
  readonly type: Payload<'v3.token.update'>['type'];
  /** The transfer or hold, or what it bought. */
  readonly id: string;
  readonly at: number;
}

export const balanceChanged = notice<BalanceChange>('balance.changed');
