import type { Biller, DeskOrderWhole } from '@klieg/contract';
import { type AccountId, AppError, type Clock, type Uuid } from '@klieg/kernel';
import type { BillerPort, BillingFeature } from '../billing/index.ts';
import type { Ledger } from '../ledger/index.ts';
import { moneyIdsOf } from '../wallet/index.ts';
import type { DeskOrderStore } from './desk-order-store.ts';
import { presentWhole } from './present-order.ts';
import type { RefundStore } from './refund-store.ts';

interface Deps {
  readonly orders: DeskOrderStore;
  readonly refunds: Pick<RefundStore, 'listOf'>;
  readonly billers: ReadonlyMap<Biller, Pick<BillerPort, 'capabilities'>>;
  readonly lostCharges: Pick<BillingFeature['lostCharges'], 'find'>;
  readonly ledger: Pick<Ledger, 'balanceOf' | 'openHoldsOf' | 'lotsOf' | 'paidFor' | 'findTransfer'>;
  readonly namesOf: (ids: readonly AccountId[]) => Promise<ReadonlyMap<number, string>>;
  readonly clock: Clock;
}

/** Most payments shown that an order paid for, newest first. */
const SPENDS_MAX = 100;

/** Gathers all that is known of an order: its biller's word, its bookings, and what its tokens paid for. */
export function makeReadOrder({ orders, refunds, billers, lostCharges, ledger, namesOf, clock }: Deps) {
  /** Payment for the tokens, else the operator's own revenue: a membership may include no tokens. */
  const findMoney = async (transferId: Uuid): Promise<Uuid | null> => {
    for (const id of moneyIdsOf(transferId)) if (await ledger.findTransfer(id)) return id;
    return null;
  };

  return async (id: Uuid): Promise<DeskOrderWhole> => {
    const listed = await orders.find(id);
    if (!listed) throw new AppError('common.not_found');
    const { order } = listed;
    const [told, bookings, asked, charge, balance, holds, lots] = await Promise.all([
      orders.listTold(order),
      orders.listBookings(id),
      refunds.listOf(id),
      lostCharges.find(id),
      ledger.balanceOf(order.accountId),
      ledger.openHoldsOf(order.accountId),
      ledger.lotsOf(order.accountId),
    ]);
    const purchase = bookings.find(({ kind }) => kind === 'purchase')?.transferId;
    const parts = purchase ? await ledger.paidFor(order.accountId, purchase) : [];
    const traced = await Promise.all(
      parts.slice(-SPENDS_MAX).map(async (part) => ({ ...part, trace: await ledger.findTransfer(part.id) })),
    );
    const spends = traced.flatMap(({ trace, ...part }) => (trace ? [{ ...part, trace }] : []));
    const money = new Map(
      await Promise.all(
        bookings.map(async ({ transferId }) => [transferId, await findMoney(transferId)] as const),
      ),
    );
    const names = await namesOf([
      ...asked.map(({ askedBy }) => askedBy),
      ...spends.flatMap(({ trace }) => ('person' in trace.credit ? [trace.credit.person] : [])),
    ]);
    return presentWhole({
      listed,
      told,
      bookings,
      refunds: asked,
      charge,
      lot: lots.find((one) => one.id !== undefined && one.id === purchase),
      spends,
      balance,
      holds,
      givesBack: billers.get(order.biller)?.capabilities.refunds ?? 'none',
      nameOf: (person) => names.get(person),
      moneyOf: (transferId) => money.get(transferId) ?? null,
      nowMs: clock.now(),
    });
  };
}
