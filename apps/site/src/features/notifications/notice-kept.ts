import type { AccountId } from '@klieg/kernel';
import { notice } from '../../platform/events/index.ts';
import type { NewNotice } from './notice-codes.ts';

/** A notice to somebody was kept; told in the process that has kept it alone, so that nobody is told twice of it. */
export const noticeKept = notice<{ readonly accountId: AccountId; readonly notice: NewNotice }>(
  'notifications.kept',
  'here',
);
