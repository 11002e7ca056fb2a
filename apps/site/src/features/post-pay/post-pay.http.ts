import type { callsByFeature, Postpay } from '@klieg/contract';
import { type AccountId, AppError, type Clock, toInstant } from '@klieg/kernel';
import type { Handlers } from '../../platform/http/index.ts';
import type { BillingFeature } from '../billing/index.ts';
import type { Ledger } from '../ledger/index.ts';
import type { SiteCaller } from '../sessions/index.ts';
import type { DeclineTokens } from './decline-token.ts';
import { CENTS_PER_TOKEN, creditOf, nextChargeAt, withUse } from './line-rules.ts';
import type { KeptLine, PostpayStore } from './postpay-store.ts';
import type { ReadOffer } from './read-offer.ts';
import { presentLine, type TendLine } from './tend-line.ts';

interface Deps {
  readonly store: PostpayStore;
  readonly billing: Pick<BillingFeature, 'orders' | 'billers'>;
  readonly ledger: Pick<Ledger, 'balanceOf'>;
  readonly tend: TendLine;
  readonly readOffer: ReadOffer;
  readonly declineTokens: DeclineTokens;
  readonly clock: Clock;
}

/** Charges that a page lists. */
const LISTED = 10;
const DECLINED = { location: '/?postpay=declined' } as const;

/** A line that gives credit or owes. */
const liveOf = (line: KeptLine | undefined): KeptLine | undefined =>
  line?.state === 'declined' || line?.state === 'closed' ? undefined : line;

/** The dollars of an available amount, two decimals. */
const dollarsOf = (cents: number): number => cents / 100;

export function makePostPayHandlers(deps: Deps): Handlers<(typeof callsByFeature)['post-pay'], SiteCaller> {
  const { store, tend } = deps;
  const { orders, billers } = deps.billing;

  const present = (line: KeptLine): Postpay => presentLine(line, deps.declineTokens);

  /** @throws billing.card_unknown for one that is not on file, or that its biller cannot charge without a page */
  const findCard = async (account: AccountId, id: string) => {
    const card = (await orders.listCards(account)).find((one) => one.id === id);
    if (!card || !billers.get(card.biller)?.capabilities.hasOneClick)
      throw new AppError('billing.card_unknown');
    return card;
  };

  /** @throws billing.postpay_off, billing.declined */
  const pay = async (account: AccountId): Promise<KeptLine> => {
    const line = await tend(account, { isPayNow: true });
    if (!line) throw new AppError('billing.postpay_off');
    if (line.charge || line.usedTokens === 0) return line;
    if (line.state !== 'past_due' && line.state !== 'suspended') return line;
    const [last] = await orders.listCharges(account, 'postpay', new Date(0));
    throw new AppError('billing.declined', {
      params: { decline_code: last?.declineCode ?? null, should_verify: false, alternatives: [] },
    });
  };

  return {
    async getPostpay(_input, { caller }) {
      const account = caller.account!;
      const line = await store.find(account.id);
      const [offered, charges, { posted, reclaimed }] = await Promise.all([
        deps.readOffer(account, line),
        orders.listCharges(account.id, 'postpay', new Date(0)),
        deps.ledger.balanceOf(account.id),
      ]);
      const isOffered = !liveOf(line) && offered > 0;
      const sight = { postedTokens: posted, reclaimedTokens: reclaimed, now: deps.clock.now() };
      const seen = line && withUse(line, sight);
      const at = seen ? nextChargeAt(seen) : null;
      return {
        state: isOffered && line?.state !== 'declined' ? 'offered' : (line?.state ?? 'none'),
        limit_tokens: line?.limitTokens ?? 0,
        used_tokens: seen?.usedTokens ?? 0,
        offered_tokens: offered,
        card_id: line?.cardId ?? null,
        next_charge_at: at === null ? null : toInstant(new Date(at)),
        decline_token:
          isOffered || liveOf(line) ? deps.declineTokens.tokenOf(account.id, line?.declineNumber ?? 0) : null,
        charges: charges.slice(0, LISTED).map((order) => ({
          order_id: order.id,
          tokens: order.tokens,
          amount: order.amountCents,
          currency: order.currency,
          at: toInstant(order.createdAt),
          state: order.state,
        })),
      };
    },
    async checkBalance(_input, { caller }) {
      const { id } = caller.account!;
      const line = liveOf(await store.find(id));
      if (!line) throw new AppError('billing.postpay_off');
      const { spendable, posted, reclaimed } = await deps.ledger.balanceOf(id);
      const cents = spendable * CENTS_PER_TOKEN;
      const sight = { postedTokens: posted, reclaimedTokens: reclaimed, now: deps.clock.now() };
      return {
        available: dollarsOf(cents),
        available_cents: cents,
        available_tokens: spendable,
        tokens: spendable,
        limit_cents: creditOf(line) * CENTS_PER_TOKEN,
        used_cents: withUse(line, sight).usedTokens * CENTS_PER_TOKEN,
      };
    },
    async declinePostpay({ query }, { caller }) {
      const { id } = caller.account!;
      const line = await store.find(id);
      if (!deps.declineTokens.fits(id, line?.declineNumber ?? 0, query.t))
        throw new AppError('common.forbidden');
      if (!line || !liveOf(line)) {
        await store.keepDeclined(id, deps.clock.now());
        return DECLINED;
      }
      const ended = { ...line, isEnding: true, declineNumber: line.declineNumber + 1 };
      // If the line changed at this moment the link counts as unused, and may be opened again.
      if (!(await store.save(ended))) throw new AppError('common.unavailable');
      // Nothing is charged here: the debt is settled by the usual rule.
      await tend(id, { mayCharge: false });
      return DECLINED;
    },
    async enablePostpay({ body }, { caller }) {
      const account = caller.account!;
      const card = await findCard(account.id, body.card_id);
      const limitTokens = Math.floor(body.limit_cents / CENTS_PER_TOKEN);
      const offered = await deps.readOffer(account, await store.find(account.id));
      if (limitTokens > offered) throw new AppError('billing.postpay_refused');
      const terms = { accountId: account.id, cardId: card.id, limitTokens, now: deps.clock.now() };
      if (!(await store.open(terms))) throw new AppError('billing.postpay_refused');
      const line = await tend(account.id);
      return { status: 1, postpay: present(line!) };
    },
    async setPostpayCard({ body }, { caller }) {
      const { id } = caller.account!;
      for (;;) {
        const card = await findCard(id, body.card_id);
        const line = liveOf(await store.find(id));
        if (!line) throw new AppError('billing.postpay_off');
        const saved = await store.chooseCard(line, card.id);
        if (!saved) continue;
        const owes = saved.state === 'past_due' || saved.state === 'suspended';
        const now = owes ? await pay(id) : await tend(id);
        return { status: 1, postpay: present(now ?? saved) };
      }
    },
    async settlePostpay(_input, { caller }) {
      const { id } = caller.account!;
      if (!liveOf(await store.find(id))) throw new AppError('billing.postpay_off');
      const line = await pay(id);
      const { spendable } = await deps.ledger.balanceOf(id);
      return { status: 1, postpay: present(line), tokens: spendable };
    },
  };
}
