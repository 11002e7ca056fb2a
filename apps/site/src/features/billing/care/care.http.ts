import type { callsByFeature } from '@klieg/contract';
import { isUuidV7 } from '@klieg/kernel';
import type { Handlers } from '#site/platform/http/index.ts';
import type { SiteCaller } from '../../sessions/index.ts';
import type { OrderStore } from '../orders/order-store.ts';
import { writeSupportText } from './support-text.ts';

/** A limit of spending as it counts, and the higher one that counts later. */
export interface KeptLimit {
  readonly daily_limit: number;
  readonly pending: { readonly daily_limit: number; readonly from: string } | null;
}

export interface CareUses {
  readonly orders: Pick<OrderStore, 'find'>;
  /** Lowers a limit at once and raises it later. @throws billing.verify_first */
  readonly setDailyLimit: (
    account: NonNullable<SiteCaller['account']>,
    limitTokens: number,
  ) => Promise<KeptLimit>;
  /** Opens a case as the page of support does. */
  readonly openSupportThread: (
    form: { readonly topic: 'billing'; readonly text: string; readonly order_id?: string },
    sender: SiteCaller,
  ) => Promise<{ readonly id: string; readonly number: number }>;
}

/** Calls of billing that are built on settings and the pages of support. */
export type CareHandlers = Pick<
  Handlers<(typeof callsByFeature)['billing'], SiteCaller>,
  'setDailyLimit' | 'requestSupport'
>;

/** A person's own limits, and help with payments. */
export function makeCareHandlers({ orders, setDailyLimit, openSupportThread }: CareUses): CareHandlers {
  return {
    async setDailyLimit({ body }, { caller }) {
      return { status: 1, ...(await setDailyLimit(caller.account!, body.daily_limit)) };
    },
    async requestSupport({ body }, { caller }) {
      const order =
        body.order_id !== undefined && isUuidV7(body.order_id) ? await orders.find(body.order_id) : undefined;
      const isOwn = order !== undefined && order.accountId === caller.account!.id;
      const { id, number } = await openSupportThread(
        {
          topic: 'billing',
          text: writeSupportText(body.topic, body.text),
          ...(isOwn && { order_id: order.id }),
        },
        caller,
      );
      return { status: 1, case_id: id, number };
    },
  };
}
