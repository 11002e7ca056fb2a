import type { AccountId } from '@klieg/kernel';
import { notice } from '../../platform/events/index.ts';

/** Somebody has just confirmed an address: features that require one are now available on all their pages. */
export const emailConfirmed = notice<{ readonly accountId: AccountId }>('email.confirmed');
