import type { AccountId } from '@klieg/kernel';
import { fact } from '../../platform/events/index.ts';

/** Automatic purchases of somebody were switched off by the house: the card was declined, or the package has changed. */
export const reUpEnded = fact<{
  readonly accountId: AccountId;
  readonly reason: 'declined' | 'changed';
}>('re-up.ended');
