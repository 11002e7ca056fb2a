import type { AccountId } from '@klieg/kernel';
import { fact } from '../../platform/events/index.ts';

/** A model may no longer broadcast: a current broadcast ends. */
export const approvalLost = fact<{ readonly accountId: AccountId }>('onboarding.approval_lost');
