import type { AccountId } from '@klieg/kernel';
import { fact } from '../../platform/events/index.ts';

/** Somebody has joined. */
export const accountMade = fact<{
  readonly accountId: AccountId;
  readonly type: 'model' | 'other';
  /**
   * The key of the guest who they were. As `wantsNews` it is absent in facts of versions that did themselves, right
   * after the commit, what is read from them now.
   */
  readonly visitor?: string;
  /** They have asked for offers and news by mail. */
  readonly wantsNews?: boolean;
}>('identity.account_made');
