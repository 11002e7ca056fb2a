import type { AccountId } from '@klieg/kernel';
import { notice } from '../../platform/events/index.ts';

/** Somebody has just confirmed an address: what asks for one is open on every page of theirs. */
export const emailConfirmed = notice<{ readonly accountId: AccountId }>('email.confirmed');
