import type { AccountId, Clock } from '@klieg/kernel';
import type { Kit } from '../../platform/kit.ts';
import type { Transaction } from '../../platform/postgres/index.ts';
import type { NewNotice, NotificationsFeature } from '../notifications/index.ts';
import type { KeptComplaint } from './complaint-store.ts';
import type { ComplaintItem } from './item-store.ts';

type OwnerCode =
  | 'content_withheld'
  | 'content_removed'
  | 'content_restored'
  | 'counter_accepted'
  | 'counter_rejected';

/** What owners are told: a code, and the words of the person who decided. */
export interface OwnerNews {
  readonly code: OwnerCode;
  readonly text?: string;
}

/** Tells those whom a complaint concerns; never who complained. */
export interface TellPeople {
  /** Within the transaction that makes it true. @returns tells their pages; call after the commit */
  tellOwners(
    within: Transaction,
    complaint: Pick<KeptComplaint, 'id' | 'number'>,
    items: readonly Pick<ComplaintItem, 'ownerId'>[],
    news: OwnerNews,
  ): Promise<() => void>;
}

const noticeOf = (number: number, { code, text = '' }: OwnerNews): NewNotice => {
  const told = { kind: 'complaint', url: '/account/complaints' } as const;
  const given = { number: String(number) };
  return code === 'content_withheld'
    ? { ...told, code, params: given }
    : { ...told, code, params: { ...given, text } };
};

export function makeTellPeople(deps: {
  readonly notifyWithin: NotificationsFeature['notifyWithin'];
  readonly feed: Kit['feed'];
  readonly clock: Clock;
}): TellPeople {
  return {
    async tellOwners(within, { id, number }, items, news) {
      const owners = new Set(
        items.flatMap(({ ownerId }): AccountId[] => (ownerId === null ? [] : [ownerId])),
      );
      const tells: (() => void)[] = [];
      for (const owner of owners) {
        tells.push(await deps.notifyWithin(within, owner, noticeOf(number, news)));
        tells.push(() => {
          const at = deps.clock.now();
          deps.feed.send(owner, 'v3.account.update', {
            seq: at,
            part: 'case',
            status: news.code,
            at,
            case_id: id,
          });
        });
      }
      return () => tells.forEach((tell) => tell());
    },
  };
}
