import type { Postpay } from '@klieg/contract';
import { type AccountId, AppError, type Clock, type Uuid, uuidv7 } from '@klieg/kernel';
import { DAY_MS } from '@klieg/kernel/time';
import type { Outbox } from '../../platform/events/index.ts';
import type { Database } from '../../platform/postgres/index.ts';
import type { AccountFeed } from '../../platform/sockets/index.ts';
import type { BillingFeature, Sold } from '../billing/index.ts';
import type { AccountBalance, Ledger } from '../ledger/index.ts';
import type { SettingsFeature } from '../settings/index.ts';
import type { Wallet } from '../wallet/index.ts';
import type { DeclineTokens } from './decline-token.ts';
import { CENTS_PER_TOKEN, creditOf, type Line, nextLine, type Sight } from './line-rules.ts';
import { linePastDue } from './line-past-due.ts';
import type { KeptLine, PostpayStore } from './postpay-store.ts';

interface Deps {
  readonly store: PostpayStore;
  readonly ledger: Pick<Ledger, 'balanceOf'>;
  readonly wallet: Pick<Wallet, 'setCreditLine'>;
  readonly billing: Pick<BillingFeature, 'orders' | 'chargeCard' | 'canAsk'>;
  readonly saveSettings: SettingsFeature['saveSettings'];
  readonly declineTokens: DeclineTokens;
  readonly database: Pick<Database, 'kysely'>;
  readonly outbox: Pick<Outbox, 'add'>;
  readonly feed: Pick<AccountFeed, 'send'>;
  readonly publicUrl: string;
  readonly clock: Clock;
}

/** More steps than one look at a line can lead to. */
const STEPS_MAX = 12;

/** A charge is an order of its own, for a product that is never offered. */
const owed = (tokens: number): Sold => ({
  internalId: 'postpay',
  tokens,
  bonusTokens: 0,
  amountCents: tokens * CENTS_PER_TOKEN,
  currency: 'USD',
});

const isSame = (a: Line, b: Line): boolean =>
  JSON.stringify({ ...a, charge: a.charge?.id }) === JSON.stringify({ ...b, charge: b.charge?.id });

/**
 * Brings a line to its due state: frozen and charged when that is due, according to its order's outcome, with the
 * matching floor in the ledger. Safe on several nodes and after any crash: a charge is an id in the line's row before
 * the biller is asked, and of two nodes that read the same row only one writes.
 */
export function makeTendLine(deps: Deps) {
  const { store, clock } = deps;
  const { orders, chargeCard, canAsk } = deps.billing;

  const look = async (line: KeptLine, isPayNow: boolean) => {
    const [order, charges] = await Promise.all([
      line.charge ? orders.find(line.charge.id) : undefined,
      orders.listCharges(line.accountId, 'postpay', new Date(clock.now() - DAY_MS)),
    ]);
    // After the order: its tokens are in the balance before it counts as paid.
    const balance = await deps.ledger.balanceOf(line.accountId);
    const sight: Sight = {
      now: clock.now(),
      postedTokens: balance.posted,
      reclaimedTokens: balance.reclaimed,
      charge: !order ? 'open' : chargeStates[order.state],
      chargesToday: charges.length,
      isPayNow,
      freshId: uuidv7(clock.now()),
    };
    return { order, sight, balance };
  };

  const matchFloor = async (line: KeptLine, { floor, posted, held }: AccountBalance): Promise<void> => {
    const credit = creditOf(line);
    if (floor !== Math.min(-credit, 0, posted - held))
      await deps.wallet.setCreditLine(line.accountId, credit);
  };

  const show = async (line: KeptLine): Promise<void> => {
    const shown = presentLine(line, deps.declineTokens);
    const text = JSON.stringify(shown);
    if (text === line.shown) return;
    await deps.saveSettings(line.accountId, { postpay: shown });
    await store.markShown(line.accountId, text);
  };

  /** Requests the open charge. @returns its outcome */
  const charge = async ({ accountId, cardId, charge: open }: KeptLine): Promise<Sight['charge']> => {
    const card = (await orders.listCards(accountId)).find(({ id }) => id === cardId);
    if (!card || !open) return 'failed';
    try {
      const { outcome } = await chargeCard({
        account: accountId,
        biller: card.biller,
        product: owed(open.tokens),
        card,
        returnUrl: `${deps.publicUrl}/account/tokens`,
        limitCents: null,
        orderId: open.id,
        purpose: 'postpay',
      });
      // A page of the biller would need the person.
      if (outcome === 'page' || outcome === 'declined') return 'failed';
      return outcome === 'succeeded' ? 'paid' : 'open';
    } catch (error) {
      // Somebody stopped for buying too fast gets no further credit either.
      const isRefused =
        error instanceof AppError &&
        (error.code === 'billing.biller_unavailable' || error.code === 'billing.contact_support');
      if (isRefused) return 'failed';
      throw error;
    }
  };

  /** Writes a line, and that it has become past due with it. */
  const save = (before: KeptLine, next: KeptLine): Promise<KeptLine | undefined> =>
    next.state !== 'past_due' || before.state === 'past_due' || !before.charge
      ? store.save(next)
      : deps.database.kysely.transaction().execute(async (transaction) => {
          const saved = await store.save(next, transaction);
          if (saved && before.charge)
            await deps.outbox.add(transaction, linePastDue, {
              accountId: next.accountId,
              chargeId: before.charge.id,
              cents: before.charge.tokens * CENTS_PER_TOKEN,
              nextTryAt: next.nextTryAt,
            });
          return saved;
        });

  const tell = ({ accountId, state }: KeptLine) =>
    deps.feed.send(accountId, 'v3.account.update', {
      seq: clock.now(),
      part: 'postpay',
      status: state,
      at: clock.now(),
    });

  /**
   * @param how `isPayNow`: its owner wants to pay at once; `mayCharge` false: nothing is charged, as in answer to a GET
   * @returns the line afterwards; undefined if there is none
   */
  return async (
    account: AccountId,
    { isPayNow = false, mayCharge = true } = {},
  ): Promise<KeptLine | undefined> => {
    /** A press pays once. */
    let wantsToPay = isPayNow;
    /** What this look has heard of a charge. */
    let told: { readonly id: Uuid; readonly came: Sight['charge'] } | undefined;
    for (let step = 0; step < STEPS_MAX; step++) {
      const line = await store.find(account);
      if (!line || line.state === 'declined') return line;
      const { order, sight, balance } = await look(line, wantsToPay);
      const came = told && told.id === line.charge?.id ? told.came : sight.charge;
      const chargesToday = mayCharge ? sight.chargesToday : Number.POSITIVE_INFINITY;
      const next = { ...line, ...nextLine(line, { ...sight, charge: came, chargesToday }) };
      const hasChanged = !isSame(line, next);
      const saved = hasChanged ? await save(line, next) : line;
      // Another node was first: read what it wrote.
      if (!saved) continue;
      if (saved.state !== line.state) tell(saved);
      await matchFloor(saved, balance);
      await show(saved);
      if (!saved.charge) {
        if (!hasChanged) return saved;
        continue;
      }
      const isNew = saved.charge.id !== line.charge?.id;
      if (isNew) wantsToPay = false;
      // Somebody asks the biller at this moment, or its post is waited for.
      else if (!mayCharge || !canAsk(order)) return saved;
      told = { id: saved.charge.id, came: await charge(saved) };
      if (told.came === 'open') return saved;
    }
    return store.find(account);
  };
}

export type TendLine = ReturnType<typeof makeTendLine>;

/** Outcomes of a charge's order. */
const chargeStates = {
  created: 'open',
  sent: 'open',
  pending: 'open',
  succeeded: 'paid',
  declined: 'failed',
  expired: 'failed',
  refunded: 'paid',
  charged_back: 'paid',
} as const;

/** A line as its owner's settings show it. */
export function presentLine(line: KeptLine, tokens: DeclineTokens): Postpay {
  const hasLine = creditOf(line) > 0;
  return {
    enabled: hasLine,
    limit_cents: line.limitTokens * CENTS_PER_TOKEN,
    used_cents: line.usedTokens * CENTS_PER_TOKEN,
    card_id: line.cardId,
    decline_token: hasLine ? tokens.tokenOf(line.accountId, line.declineNumber) : null,
  };
}
