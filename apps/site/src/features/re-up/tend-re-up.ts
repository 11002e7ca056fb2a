import type { Payload } from '@klieg/contract';
import { type AccountId, AppError, type Clock, uuidv7 } from '@klieg/kernel';
import { DAY_MS } from '@klieg/kernel/time';
import type { Outbox } from '../../platform/events/index.ts';
import type { Database } from '../../platform/postgres/index.ts';
import type { AccountFeed } from '../../platform/sockets/index.ts';
import type { BillingFeature, Order } from '../billing/index.ts';
import { type Account, type AccountStore, isModel } from '../identity/index.ts';
import type { SettingsFeature } from '../settings/index.ts';
import type { Wallet } from '../wallet/index.ts';
import {
  capStarts,
  countCharges,
  FAILURES_MAX,
  faultOf,
  keepsTerms,
  PAGE_MS,
  type ReUpFault,
  verdictOn,
} from './re-up-rules.ts';
import { reUpEnded } from './re-up-ended.ts';
import type { ReUp, ReUpStore } from './re-up-store.ts';

interface Deps {
  readonly store: ReUpStore;
  readonly accounts: Pick<AccountStore, 'findById'>;
  readonly billing: Pick<BillingFeature, 'orders' | 'products' | 'chargeCard' | 'canAsk' | 'purchaseLimit'>;
  readonly wallet: Pick<Wallet, 'spendableOf'>;
  readonly saveSettings: SettingsFeature['saveSettings'];
  readonly database: Pick<Database, 'kysely'>;
  readonly outbox: Pick<Outbox, 'add'>;
  readonly isBlockedCountry: (country: string | null) => boolean;
  readonly feed: Pick<AccountFeed, 'send'>;
  readonly publicUrl: string;
  readonly clock: Clock;
}

/** Outcome of a charge; `none`: the biller was not asked. */
type Came =
  | { readonly kind: 'paid'; readonly order: Order }
  | { readonly kind: 'failed'; readonly fault: ReUpFault }
  | { readonly kind: 'open' | 'capped' | 'none' };

/** @returns what the biller has told; undefined if nothing yet */
function cameOf(order: Order | undefined): Came | undefined {
  if (!order || ['created', 'sent', 'pending'].includes(order.state)) return undefined;
  if (order.state === 'declined' || order.state === 'expired')
    return { kind: 'failed', fault: faultOf(order.declineCode) };
  return { kind: 'paid', order };
}

/**
 * Looks whether tokens are to be bought for somebody, and buys them. Safe on several nodes and after any crash: the
 * order is an id in the row before the biller is asked, of two nodes that read the same row one writes, and the caps are
 * read after the row.
 */
export function makeTendReUp(deps: Deps) {
  const { store, clock } = deps;
  const { orders, products, chargeCard, canAsk, purchaseLimit } = deps.billing;

  const tell = (account: AccountId, update: Payload<'v3.reUp.update'>) =>
    deps.feed.send(account, 'v3.reUp.update', update);

  const mayBuy = (account: Account | undefined): boolean =>
    account !== undefined &&
    !isModel(account) &&
    !account.suspendedAt &&
    account.complianceStatus !== 'pending' &&
    !deps.isBlockedCountry(account.lastLoginCountry ?? null);

  /** Asks for the open charge. */
  const charge = async ({ accountId, cardId, internalId, orderId, isEnabled }: ReUp): Promise<Came> => {
    const card = (await orders.listCards(accountId)).find(({ id }) => id === cardId);
    const product = await products.findPackage(internalId);
    // Ended before anybody was asked.
    if (!isEnabled || !orderId) return { kind: 'none' };
    const account = await deps.accounts.findById(accountId);
    if (!card || !product || !account) return { kind: 'failed', fault: 'declined' };
    try {
      const { outcome, order } = await chargeCard({
        account: accountId,
        biller: card.biller,
        product,
        country: account.lastLoginCountry ?? null,
        card,
        returnUrl: `${deps.publicUrl}/account/tokens`,
        limitCents: purchaseLimit.purchaseLimitCentsOf(account),
        orderId,
        purpose: 're_up',
      });
      if (outcome === 'page') return { kind: 'failed', fault: faultOf(null, true) };
      return cameOf(order) ?? { kind: 'open' };
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      if (error.code === 'billing.daily_limit') return { kind: 'capped' };
      if (error.code === 'billing.contact_support') return { kind: 'failed', fault: 'contact_support' };
      if (error.code === 'billing.biller_unavailable') return { kind: 'failed', fault: 'declined' };
      throw error;
    }
  };

  /** Switches it off in the settings, which ends it in its row as well. */
  const disable = async (reUp: ReUp): Promise<void> => {
    const account = await deps.accounts.findById(reUp.accountId);
    if (!account) return;
    const choice = JSON.parse(account.settings.auto_re_ups) as object;
    const off = { ...choice, enabled: false, disabled_by_user: false };
    await deps.saveSettings(reUp.accountId, { auto_re_ups: JSON.stringify(off) });
  };

  /** Writes a row, and that the house has ended it with it. */
  const saveEnd = (next: ReUp, reason: 'declined' | 'changed'): Promise<ReUp | undefined> =>
    deps.database.kysely.transaction().execute(async (transaction) => {
      const saved = await store.save(next, transaction);
      if (saved) await deps.outbox.add(transaction, reUpEnded, { accountId: next.accountId, reason });
      return saved;
    });

  const finish = async (reUp: ReUp, came: Came): Promise<void> => {
    const { accountId } = reUp;
    const failures = came.kind === 'failed' ? reUp.failures + 1 : came.kind === 'paid' ? 0 : reUp.failures;
    const isOver = failures >= FAILURES_MAX;
    if (isOver && reUp.isEnabled) await disable(reUp);
    const now = isOver ? await store.find(accountId) : reUp;
    // Another node has finished it meanwhile.
    if (!now || now.orderId !== reUp.orderId) return;
    const cappedAt = came.kind === 'capped' ? clock.now() : reUp.cappedAt;
    // The balance without meanwhile spending, which counts at the next check.
    const seenTokens = (now.seenTokens ?? 0) + (came.kind === 'paid' ? came.order.tokens : 0);
    const next = { ...now, orderId: null, failures, cappedAt, seenTokens };
    // Two declines end it; an end before the second is not announced.
    const saved = isOver && came.kind === 'failed' ? await saveEnd(next, 'declined') : await store.save(next);
    if (!saved) return;
    if (came.kind === 'paid')
      tell(accountId, { status: 1, tokens: came.order.tokens, order_id: came.order.id });
    if (came.kind === 'capped') tell(accountId, { status: 0, errorType: 'limit_reached' });
    if (came.kind === 'failed')
      tell(accountId, { status: 0, errorType: came.fault, ...(reUp.orderId && { order_id: reUp.orderId }) });
    if (isOver) tell(accountId, { status: 0, errorType: 'disabled' });
  };

  /** Checks somebody without an open order. @returns the row with a new order, if one begins */
  const begin = async (reUp: ReUp): Promise<ReUp | undefined> => {
    const { accountId } = reUp;
    if (!reUp.isEnabled) return undefined;
    const now = clock.now();
    const [tokens, product, account, made] = await Promise.all([
      deps.wallet.spendableOf(accountId),
      products.findPackage(reUp.internalId),
      deps.accounts.findById(accountId),
      orders.listCharges(accountId, 're_up', capStarts(now).month),
    ]);
    if (!keepsTerms(product, reUp)) {
      await disable(reUp);
      const ended = await store.find(accountId);
      // Another node has ended it meanwhile, or the person has agreed to something else.
      if (ended && !ended.isEnabled && (await saveEnd({ ...ended, seenTokens: tokens }, 'changed')))
        tell(accountId, { status: 0, errorType: 'disabled' });
      return undefined;
    }
    const verdict = verdictOn(
      {
        isEnabled: reUp.isEnabled,
        hasOpenOrder: reUp.orderId !== null,
        hasPage: reUp.pageAt !== null && now - reUp.pageAt <= PAGE_MS,
        mayBuy: product !== undefined && mayBuy(account),
        tokens,
        seenTokens: reUp.seenTokens,
        priceCents: product?.amountCents ?? 0,
        ...countCharges(made, now),
      },
      reUp,
    );
    if (verdict === 'buy') return store.save({ ...reUp, orderId: uuidv7(now), seenTokens: tokens });
    const isNews = verdict === 'capped' && (reUp.cappedAt === null || now - reUp.cappedAt > DAY_MS);
    if (tokens === reUp.seenTokens && !isNews) return undefined;
    const saved = await store.save({ ...reUp, seenTokens: tokens, ...(isNews && { cappedAt: now }) });
    if (saved && isNews) tell(accountId, { status: 0, errorType: 'limit_reached' });
    return undefined;
  };

  return async (account: AccountId): Promise<void> => {
    const found = await store.find(account);
    if (!found) return;
    const reUp = found.orderId === null ? await begin(found) : found;
    if (!reUp?.orderId) return;
    const order = await orders.find(reUp.orderId);
    const known = cameOf(order);
    if (!known && !canAsk(order)) return;
    const came = known ?? (await charge(reUp));
    if (came.kind !== 'open') await finish(reUp, came);
  };
}

export type TendReUp = ReturnType<typeof makeTendReUp>;
