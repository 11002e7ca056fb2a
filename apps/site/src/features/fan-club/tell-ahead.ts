import { MINUTE_MS, utcDayOf } from '@klieg/kernel/time';
import type { Database } from '../../platform/postgres/index.ts';
import type { AccountStore } from '../identity/index.ts';
import type { NotifyWithin } from '../notifications/index.ts';
import type { AheadStore } from './ahead-store.ts';
import type { KeptMembership, Pair } from './membership-store.ts';
import type { IsShutOut } from './shut-out.ts';

const BATCH = 200;
/** Somebody shut out is told nothing, and may be let in again. */
const LOOK_AGAIN_MS = 10 * MINUTE_MS;

/**
 * Tells members about the next charge: a changed price a week before, each renewal three days before (S2104). Members
 * who are shut out are not charged, and told nothing.
 */
export function makeTellAhead(deps: {
  readonly database: Pick<Database, 'kysely'>;
  readonly ahead: AheadStore;
  readonly accounts: Pick<AccountStore, 'findById'>;
  readonly notifyWithin: NotifyWithin;
  readonly isShutOut: IsShutOut;
  readonly now: () => number;
}) {
  const { ahead, notifyWithin } = deps;
  /** Those that were shut out at the last look, and when the next one is. */
  const shutOut = new Map<string, Pair & { readonly nextLook: number }>();
  const inTransaction = deps.database.kysely.transaction.bind(deps.database.kysely);

  const lookAtPrice = async (membership: KeptMembership): Promise<void> => {
    const model = await deps.accounts.findById(membership.modelId);
    if (!model) return;
    const level = membership.nextLevel ?? membership.level;
    const price = model.settings.fanclub_prices[level];
    const isChanged = price !== (membership.nextPrice ?? membership.price);
    const isTold = isChanged && !(await deps.isShutOut(membership));
    const tell = await inTransaction().execute(async (transaction) => {
      const nextPrice = isChanged ? price : membership.nextPrice;
      const isFirst = await ahead.keepPriceLook(transaction, membership, {
        now: deps.now(),
        nextPrice,
      });
      if (!isFirst || !isTold) return undefined;
      return notifyWithin(transaction, membership.memberId, {
        kind: 'fan_renewed',
        code: 'fan_club_price',
        params: {
          name: model.displayName,
          tokens: String(price),
          date: utcDayOf(membership.periodEndsAt),
        },
        url: `/${model.username}/fanclub`,
      });
    });
    tell?.();
  };

  const tellRenewal = async (membership: KeptMembership): Promise<void> => {
    const model = await deps.accounts.findById(membership.modelId);
    if (!model) return;
    if (await deps.isShutOut(membership)) {
      const { memberId, modelId } = membership;
      shutOut.set(`${memberId}:${modelId}`, { memberId, modelId, nextLook: deps.now() + LOOK_AGAIN_MS });
      return;
    }
    const tell = await inTransaction().execute(async (transaction) => {
      if (!(await ahead.keepNotice(transaction, membership, deps.now()))) return undefined;
      return notifyWithin(transaction, membership.memberId, {
        kind: 'fan_renewed',
        code: 'fan_club_renewal',
        params: {
          name: model.displayName,
          tokens: String(membership.nextPrice ?? membership.price),
          date: utcDayOf(membership.periodEndsAt),
        },
        url: `/${model.username}/fanclub`,
      });
    });
    tell?.();
  };

  return async (): Promise<void> => {
    for (const membership of await ahead.listForPrice(deps.now(), BATCH)) await lookAtPrice(membership);
    for (const [key, { nextLook }] of shutOut) if (nextLook <= deps.now()) shutOut.delete(key);
    const left = [...shutOut.values()];
    for (const membership of await ahead.listForNotice(deps.now(), BATCH, left))
      await tellRenewal(membership);
  };
}
