import type { DeskOrderWhole } from '@klieg/contract';
import { AppError, type Clock, toInstant, type Uuid } from '@klieg/kernel';
import type { BillingFeature, KeptTrace, Order } from '../billing/index.ts';
import type { DeskOrderStore, ToldFact } from './desk-order-store.ts';
import {
  countsForCe3,
  type EarlierPurchase,
  type Marks,
  matchesOf,
  meetsCe3,
} from './compelling-evidence.ts';
import { readDispute } from './dispute-rules.ts';
import type { EvidenceStore } from './evidence-store.ts';

interface Deps {
  readonly orders: Pick<DeskOrderStore, 'find' | 'listTold'>;
  readonly readOrder: (id: Uuid) => Promise<DeskOrderWhole>;
  readonly store: EvidenceStore;
  /** From where and with which device orders were bought, as far as still stored. */
  readonly tracesOf: BillingFeature['tracesOf'];
  readonly clock: Clock;
}

const cardOf = (told: readonly ToldFact[]) =>
  told.find(({ event }) => event.kind === 'approved' && event.card)?.event.card ?? null;

/** Data that can show a purchase is the same buyer's. */
const marksOf = (told: readonly ToldFact[], trace: KeptTrace | undefined): Marks => ({
  cardToken: cardOf(told)?.token ?? null,
  address: trace?.address ?? null,
  device: trace?.device ?? null,
});

/** An earlier purchase of the same person, and what it shares with the disputed one. */
const asEarlier = (
  order: Order,
  told: readonly ToldFact[],
  marks: readonly [own: Marks, disputed: Marks],
) => {
  const paidAt = told.find(({ event }) => event.kind === 'approved')?.at ?? order.createdAt;
  const own = cardOf(told);
  return {
    order,
    card: own,
    purchase: {
      paidAtMs: paidAt.getTime(),
      isUndisputed: !told.some(({ event }) => event.kind === 'charged_back'),
      matches: matchesOf(...marks),
    } satisfies EarlierPurchase as EarlierPurchase,
  };
};

/** Everything stored that shows a bank that its customer bought and used what is disputed. */
export type Evidence = Awaited<ReturnType<ReturnType<typeof makeGatherEvidence>>>;

/** @throws common.not_found where nothing of the order was charged back */
export function makeGatherEvidence({ orders, readOrder, store, tracesOf, clock }: Deps) {
  return async (id: Uuid) => {
    const listed = await orders.find(id);
    const told = listed ? await orders.listTold(listed.order) : [];
    const dispute = listed && readDispute(told, listed.order.amountCents, clock.now());
    if (!listed || !dispute) throw new AppError('common.not_found');
    const { order } = listed;
    const [whole, buyer, logins, accepted, paid] = await Promise.all([
      readOrder(id),
      store.findBuyer(order.accountId),
      store.listLogins(order.accountId),
      store.listAccepted(order.accountId),
      store.listPaid(order),
    ]);
    const traces = await tracesOf([id, ...paid.map((one) => one.id)]);
    const trace = traces.get(id);
    const marks = marksOf(told, trace);
    const earlier = await Promise.all(
      paid.map(async (one) => {
        const its = await orders.listTold(one);
        const own = marksOf(its, traces.get(one.id));
        return { ...asEarlier(one, its, [own, marks]), marks: own };
      }),
    );
    const disputedAtMs = dispute.toldAtMs;
    return {
      made_at: toInstant(clock.now()),
      dispute: {
        state: dispute.state,
        amount: dispute.amountCents,
        currency: order.currency,
        transaction_id: dispute.transactionId,
        told_at: toInstant(dispute.toldAtMs),
        due_at: toInstant(dispute.dueAtMs),
        card: dispute.card,
      },
      order: whole.order,
      bought: {
        address: trace?.address ?? null,
        device: trace?.device ?? null,
        account_days: trace?.accountDays ?? null,
        undisputed_purchases: trace?.undisputedPurchases ?? null,
      },
      told: whole.told,
      buyer: buyer && {
        username: buyer.username,
        email: buyer.email,
        email_confirmed: buyer.emailConfirmed,
        country: buyer.country,
        joined_at: toInstant(buyer.createdAt),
      },
      accepted_texts: accepted.map(({ slug, version, effectiveOn, acceptedAt }) => ({
        slug,
        version,
        effective_on: effectiveOn,
        accepted_at: toInstant(acceptedAt),
      })),
      logins: logins.map(({ at, lastSeenAt, address, country, userAgent }) => ({
        at: toInstant(at),
        last_seen_at: toInstant(lastSeenAt),
        address,
        country,
        user_agent: userAgent,
      })),
      compelling_evidence_3: {
        is_met: meetsCe3(
          earlier.map(({ purchase }) => purchase),
          { disputedAtMs, brand: dispute.card?.brand },
        ),
        purchases: earlier.map((one) => ({
          order_id: one.order.id,
          at: toInstant(one.purchase.paidAtMs),
          amount: one.order.amountCents,
          currency: one.order.currency,
          card: one.card && { brand: one.card.brand, last4: one.card.last4 },
          undisputed: one.purchase.isUndisputed,
          address: one.marks.address,
          device: one.marks.device,
          matches: one.purchase.matches,
          counts: countsForCe3(one.purchase, disputedAtMs),
        })),
      },
      delivered: { bookings: whole.bookings, lot: whole.lot, spends: whole.paid_for },
    };
  };
}
