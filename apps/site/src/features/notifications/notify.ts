import type { Payload } from '@klieg/contract';
import type { AccountId, Clock } from '@klieg/kernel';
import type { Transaction } from '../../platform/postgres/index.ts';
import type { NewNotice } from './notice-codes.ts';
import type { NoticeStore } from './notice-store.ts';

/** Stores a notice and tells the person's pages how many are unread. */
export type Notify = (accountId: AccountId, notice: NewNotice) => Promise<void>;

/** How the count reaches the person's pages. */
export type SendCount = (accountId: AccountId, count: Payload<'v3.notification.count'>) => void;

interface NotifyDeps {
  readonly notices: NoticeStore;
  readonly sendCount: SendCount;
  readonly clock: Clock;
  /** It is kept for good now. */
  readonly onKept: (accountId: AccountId, notice: NewNotice) => void;
}

export const makeNotify =
  (deps: NotifyDeps): Notify =>
  async (accountId, notice) => {
    const count = await deps.notices.add(accountId, notice);
    deps.sendCount(accountId, { seq: deps.clock.now(), count });
    deps.onKept(accountId, notice);
  };

/** Stores a notice together with its cause. @returns tells the person's pages; call after the commit */
export type NotifyWithin = (
  transaction: Transaction,
  accountId: AccountId,
  notice: NewNotice,
) => Promise<() => void>;

export const makeNotifyWithin =
  (deps: NotifyDeps): NotifyWithin =>
  async (transaction, accountId, notice) => {
    const count = await deps.notices.add(accountId, notice, transaction);
    return () => {
      deps.sendCount(accountId, { seq: deps.clock.now(), count });
      deps.onKept(accountId, notice);
    };
  };
