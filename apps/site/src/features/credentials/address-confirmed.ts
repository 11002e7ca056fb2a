import type { AccountId } from '@klieg/kernel';
import { fact } from '../../platform/events/index.ts';

/** An account has a confirmed address; it may have had another one before. */
export const addressConfirmed = fact<{ readonly accountId: AccountId }>('credentials.address_confirmed');
