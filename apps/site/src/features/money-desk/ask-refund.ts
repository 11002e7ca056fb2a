import type { Biller, RefundState } from '@klieg/contract';
import { AppError, type Clock, type Uuid } from '@klieg/kernel';
import type { Actor, AuditLog } from '../audit/index.ts';
import type { BillerPort, Refunded, RefundRequest } from '../billing/index.ts';
import { deriveTransferId } from '../ledger/index.ts';
import type { DeskOrderStore } from './desk-order-store.ts';
import { barOf, findRefundable } from './refund-rules.ts';
import type { RefundStore } from './refund-store.ts';

interface Deps {
  readonly orders: Pick<DeskOrderStore, 'find' | 'listTold'>;
  readonly refunds: RefundStore;
  readonly billers: ReadonlyMap<Biller, Pick<BillerPort, 'capabilities'>>;
  readonly refundPayment: (biller: Biller, request: RefundRequest) => Promise<Refunded>;
  readonly auditLog: Pick<AuditLog, 'note'>;
  readonly clock: Clock;
}

/** Whether reports about an order say that it was reversed, whatever the biller answered. */
export const isTakenBack = (state: string): boolean => state === 'refunded' || state === 'charged_back';

/**
 * Asks the biller of an order to refund what is left of its payment. Books nothing: the biller's post or answer does.
 * The same key asks once, even if a process died in between.
 * @throws common.not_found, billing.not_refundable with `params.bar`
 */
export function makeAskRefund(deps: Deps) {
  return async (
    orderId: Uuid,
    asked: { readonly key: Uuid; readonly reason: string; readonly actor: Actor },
  ): Promise<RefundState> => {
    const found = await deps.orders.find(orderId);
    if (!found) throw new AppError('common.not_found');
    const { order } = found;
    const told = await deps.orders.listTold(order);
    const refundable = findRefundable(
      order,
      told.map(({ event }) => event),
    );
    const refunds = deps.billers.get(order.biller)?.capabilities.refunds ?? 'none';
    const barAfter = (last: Parameters<typeof barOf>[0]['last']) =>
      barOf({ order, refunds, refundable, last, nowMs: deps.clock.now() });

    const id = deriveTransferId(`refund of ${orderId}`, asked.key);
    const { transactionId, leftCents, isWhole } = refundable ?? {
      transactionId: '',
      leftCents: 0,
      isWhole: false,
    };
    const target = `order:${orderId}`;
    const amount = `${leftCents} ${order.currency}`;
    const reserved = await deps.refunds.reserve(
      {
        id,
        orderId,
        transactionId,
        amountCents: leftCents,
        askedBy: asked.actor.account!.id,
        reason: asked.reason,
      },
      (last) => barAfter(last) === null,
      (transaction) =>
        deps.auditLog.note(transaction, asked.actor, {
          action: 'orders.refund_asked',
          target,
          detail: { refund: id, reason: asked.reason, amount },
        }),
    );
    if (!reserved)
      throw new AppError('billing.not_refundable', { params: { bar: barAfter(undefined) ?? 'under_way' } });
    if (reserved.isRepeat) return reserved.refund.state === 'asking' ? 'unknown' : reserved.refund.state;

    const request = { transactionId, amountCents: leftCents, currency: order.currency, isWhole };
    const state = await deps.refundPayment(order.biller, request);
    await deps.refunds.answer(id, state, (transaction) =>
      deps.auditLog.note(transaction, asked.actor, {
        action: 'orders.refund_answered',
        target,
        detail: { refund: id, answer: state },
      }),
    );
    return isTakenBack((await deps.orders.find(orderId))?.order.state ?? '') ? 'done' : state;
  };
}
