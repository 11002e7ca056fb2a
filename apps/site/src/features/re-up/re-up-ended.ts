import type { AccountId } from '@klieg/kernel';
import { fact } from '../../platform/events/index.ts';

/** The site switched off somebody's automatic purchases: the card was declined, or the package has changed. */
export const reUpEnded = fact<{
  readonly accountId: AccountId;
  readonly reason: 'declined' | 'changed';
}>('re-up.ended');
