import type { callsByFeature, InputOf, PromoOffer, Spun, WheelName } from '@klieg/contract';
import { type AccountId, AppError, type Clock, commitOf, toInstant, type Uuid } from '@klieg/kernel';
import { type Handlers, uuidCursor } from '../../platform/http/index.ts';
import type { BillingFeature } from '../billing/index.ts';
import { isModel } from '../identity/index.ts';
import type { SiteCaller } from '../sessions/index.ts';
import type { Wallet } from '../wallet/index.ts';
import type { CodeStore } from './code-store.ts';
import type { PromoCredit } from './credit-store.ts';
import type { GrantStore } from './grant-store.ts';
import type { PayCredits } from './pay-credits.ts';
import type { PlanStore } from './plan-store.ts';
import { presentDraw } from './present-draw.ts';
import type { Redemption, RedeemCode } from './redeem-code.ts';
import type { SpinNews } from './spin-news.ts';
import type { SpinWheel } from './spin-wheel.ts';
import { presentPlan, presentPrize, refOf, VAULT_MEMBER_MS } from './wheel-rules.ts';
import type { WheelStore } from './wheel-store.ts';

type SpinBody = InputOf<(typeof callsByFeature)['promo']['spinPromoWheel']>['body'];

interface Deps {
  readonly wheel: SpinWheel;
  readonly wheels: Pick<WheelStore, 'list'>;
  readonly plans: Pick<PlanStore, 'ofNextSpin'>;
  readonly grants: Pick<GrantStore, 'count' | 'findMember'>;
  readonly codes: Pick<CodeStore, 'findOffer'>;
  readonly products: Pick<BillingFeature['products'], 'findSold'>;
  readonly redeem: RedeemCode;
  readonly personOf: (caller: SiteCaller) => Promise<Redemption['person']>;
  readonly pay: Pick<PayCredits, 'payOne'>;
  readonly spendableOf: Wallet['spendableOf'];
  readonly news: Pick<SpinNews, 'tell'>;
  readonly countOffer: (action: 'shown' | 'closed' | 'accepted') => void;
  readonly isOpen: boolean;
  readonly clock: Clock;
}

/** Wheels, codes and offers. */
export function makePromoHandlers(deps: Deps): Handlers<(typeof callsByFeature)['promo'], SiteCaller> {
  const { clock } = deps;

  /** What somebody can spend once this is paid out; held or expired gifts pay nothing. */
  const settle = (credit: PromoCredit): Promise<number> =>
    credit.state === 'due' ? deps.pay.payOne(credit) : deps.spendableOf(credit.accountId);

  /** The odds and the lock of somebody's next spin; both are of the same plan. */
  const nextOf = async (accountId: AccountId, wheel: WheelName, spins: number) => {
    const plan = await deps.plans.ofNextSpin(accountId, wheel, clock.now());
    const lock = spins > 0 ? await deps.wheel.lockOf(accountId, wheel, plan.id) : null;
    return { fields: presentPlan(plan), lock };
  };

  const spin = async (
    wheel: WheelName,
    accountId: AccountId,
    key: Uuid,
    { client_seed: clientSeed, lock: shown }: SpinBody,
  ): Promise<Spun> => {
    const spun = await deps.wheel.spin({ accountId, wheel, key, clientSeed: clientSeed ?? key, shown });
    const { id, n, seed, slot, state, tokens: won } = spun;
    const tokens = await settle({ id, accountId, tokens: won, source: wheel, ref: refOf(spun), state });
    const spins = await deps.grants.count(accountId, clock.now());
    await deps.news.tell(accountId);
    return {
      status: 1,
      prize: presentPrize(won),
      slot,
      n,
      commit: await commitOf(seed),
      spins: spins[wheel],
      tokens,
      on_hold: state === 'held',
      draw_id: id,
    };
  };

  return {
    async getPromos({ query }) {
      const found = deps.isOpen ? await deps.codes.findOffer(query.advert_id, clock.now()) : undefined;
      const product = found?.internalId ? await deps.products.findSold(found.internalId) : undefined;
      const offer: PromoOffer | null = found
        ? {
            code: found.code,
            title: found.title,
            text: found.body,
            image_url: found.imageUrl,
            internal_id: product?.internalId ?? '',
            tokens: found.tokens,
            amount: product?.amountCents ?? 0,
            currency: product?.currency ?? 'USD',
            discount: found.discount,
            ends_at: found.endsAt ? toInstant(found.endsAt) : null,
          }
        : null;
      return { default: offer };
    },
    async redeemPromo({ body }, { caller, idempotencyKey }) {
      // Models hold no tokens to spend (S7).
      if (isModel(caller.account!)) throw new AppError('promo.code_invalid');
      const credit = await deps.redeem({
        accountId: caller.account!.id,
        key: idempotencyKey!,
        code: body.promo_code,
        person: await deps.personOf(caller),
      });
      return {
        status: 1,
        tokens: await settle(credit),
        tokens_added: credit.state === 'held' ? 0 : credit.tokens,
        on_hold: credit.state === 'held',
      };
    },
    async getPromoWheel(_input, { caller }) {
      const { id } = caller.account!;
      const { promo } = await deps.grants.count(id, clock.now());
      const { fields, lock } = await nextOf(id, 'promo', promo);
      return { spins: promo, prizes: fields, lock };
    },
    spinPromoWheel: ({ body }, { caller, idempotencyKey }) =>
      spin('promo', caller.account!.id, idempotencyKey!, body),
    async getVaultWheel(_input, { caller }) {
      const { id } = caller.account!;
      const [{ vault }, member] = await Promise.all([
        deps.grants.count(id, clock.now()),
        deps.grants.findMember(id),
      ]);
      const isMember = member !== undefined && member.boughtAt.getTime() > clock.now() - VAULT_MEMBER_MS;
      const { fields, lock } = await nextOf(id, 'vault', vault);
      return {
        spins: vault,
        prizes: fields.map(({ tokens, ...field }) => ({ ...field, kind: 'tokens', value: tokens })),
        next_spin_at: isMember ? toInstant(member.nextSpinAt) : null,
        lock,
      };
    },
    spinVaultWheel: ({ body }, { caller, idempotencyKey }) =>
      spin('vault', caller.account!.id, idempotencyKey!, body),
    async listDraws({ query }, { caller }) {
      const found = await deps.wheels.list(caller.account!.id, uuidCursor(query.cursor), query.limit + 1);
      const shown = found.slice(0, query.limit);
      return {
        items: await Promise.all(shown.map((one) => presentDraw(one, clock.now()))),
        next_cursor: found.length > query.limit ? shown.at(-1)!.id : null,
      };
    },
    noteOffer({ body }) {
      deps.countOffer(body.action);
      return { status: 1 };
    },
  };
}
