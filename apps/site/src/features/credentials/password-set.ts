import type { AccountId } from '@klieg/kernel';
import { fact } from '../../platform/events/index.ts';

/** An account has a new password, whoever set it: access given under the old one ends. */
export const passwordSet = fact<{ readonly accountId: AccountId }>('credentials.password_set');
