import type { AccountId } from '@klieg/kernel';
import { fact } from '../../platform/events/index.ts';

/** Somebody has joined. */
export const accountMade = fact<{ readonly accountId: AccountId; readonly type: 'model' | 'other' }>(
  'identity.account_made',
);
