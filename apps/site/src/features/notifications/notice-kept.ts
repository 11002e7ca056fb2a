import type { AccountId } from '@klieg/kernel';
import { notice } from '../../platform/events/index.ts';
import type { NewNotice } from './notice-codes.ts';

/** A notice was stored; sent only in the process that stored it, so that it is announced once. */
export const noticeKept = notice<{ readonly accountId: AccountId; readonly notice: NewNotice }>(
  'notifications.kept',
  'here',
);
