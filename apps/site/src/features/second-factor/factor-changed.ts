import type { AccountId } from '@klieg/kernel';
import { fact } from '../../platform/events/index.ts';

/** What was changed about the ways to prove one's identity. */
export type FactorChange =
  | 'passkey_added'
  | 'passkey_removed'
  | 'app_added'
  | 'app_removed'
  | 'codes_renewed';

/** A passkey, the authenticator app or the recovery codes of an account are others now. `name` is that of a passkey. */
export const factorChanged = fact<{
  readonly accountId: AccountId;
  readonly change: FactorChange;
  readonly name: string;
}>('second_factor.changed');
