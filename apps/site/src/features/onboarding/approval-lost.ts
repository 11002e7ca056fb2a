import type { AccountId } from '@klieg/kernel';
import { fact } from '../../platform/events/index.ts';

/** A model may not broadcast any more: what is on air ends. */
export const approvalLost = fact<{ readonly accountId: AccountId }>('onboarding.approval_lost');
