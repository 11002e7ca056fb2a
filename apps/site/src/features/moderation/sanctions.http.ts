import type { callsByFeature, HouseSanction } from '@klieg/contract';
import { type AccountId, AppError, type Clock, toInstant, type Uuid } from '@klieg/kernel';
import type { Handlers } from '../../platform/http/index.ts';
import type { AccountStore } from '../identity/index.ts';
import { presentSummary } from '../people/index.ts';
import type { SiteCaller } from '../sessions/index.ts';
import type { makeLiftSanction } from './lift-sanction.ts';
import type { KeptSanction, SanctionDeskStore } from './sanction-desk-store.ts';
import type { makeSanctionPerson, makeSetAutosilence } from './sanction-person.ts';
import type { makeWatchRoom } from './watch-room.ts';

type Calls = (typeof callsByFeature)['moderation'];
type Names =
  | 'watchRoom'
  | 'listSanctionsInForce'
  | 'liftSanction'
  | 'getSanctioned'
  | 'sanctionPerson'
  | 'setAutosilence';

const SHOWN = 50;
/** Moderators do not see amounts of money. */
const NO_MONEY = {
  hasTokens: false,
  hasCard: false,
  hasPurchase: false,
  recentTips: 0,
  tokens: 0,
  balanceVersion: 0,
  recentPurchases: 0,
};

const present = (one: KeptSanction) => ({
  id: one.id,
  kind: one.kind,
  scope: one.scope,
  room: one.room,
  by: one.by,
  reason_code: one.reasonCode,
  at: toInstant(one.at),
  until: one.until && toInstant(one.until),
});
const presentWhole = (one: KeptSanction): HouseSanction => ({
  ...present(one),
  lifted_at: one.liftedAt && toInstant(one.liftedAt),
});

export function makeSanctionHandlers(deps: {
  readonly accounts: Pick<AccountStore, 'findByUsername'>;
  readonly store: SanctionDeskStore;
  readonly lift: ReturnType<typeof makeLiftSanction>;
  readonly sanction: ReturnType<typeof makeSanctionPerson>;
  readonly setAutosilence: ReturnType<typeof makeSetAutosilence>;
  readonly watchRoom: ReturnType<typeof makeWatchRoom>;
  readonly linkedNamesOf: (id: AccountId) => Promise<readonly string[]>;
  readonly clock: Clock;
}): Pick<Handlers<Calls, SiteCaller>, Names> {
  const { store } = deps;
  return {
    watchRoom: ({ params, query }, { caller }) => deps.watchRoom(params.username, query.reason, caller),
    async listSanctionsInForce({ query: { cursor, limit, ...filter } }) {
      const at = Number(cursor ?? 0);
      const now = new Date(deps.clock.now());
      const [found, inForce] = await Promise.all([
        store.list(filter, now, at, limit + 1),
        store.count(filter, now),
      ]);
      const items = found.slice(0, limit).map((one) => ({ ...present(one), username: one.username }));
      return {
        items,
        in_force: inForce,
        next_cursor: found.length > limit ? String(at + limit) : null,
      };
    },
    async liftSanction({ params, body }, { caller }) {
      await deps.lift(params.id as Uuid, body.note, caller);
      return { status: 1 };
    },
    async sanctionPerson({ params, body }, { caller }) {
      return { status: 1, sanction_id: await deps.sanction(params.username, body, caller) };
    },
    async setAutosilence({ params, body }, { caller }) {
      await deps.setAutosilence(params.username, body.on, caller);
      return { status: 1 };
    },
    async getSanctioned({ params }) {
      const account = await deps.accounts.findByUsername(params.username);
      if (!account) throw new AppError('common.not_found');
      const [sanctions, reports, linked] = await Promise.all([
        store.listOf(account.id, SHOWN),
        store.countReports(account.id),
        deps.linkedNamesOf(account.id),
      ]);
      return {
        user: presentSummary(account, NO_MONEY, false),
        type: account.type,
        created_at: toInstant(account.createdAt),
        compliance_status: account.complianceStatus,
        suspension_date: account.suspendedAt && toInstant(account.suspendedAt),
        sanctions: sanctions.map(presentWhole),
        reports,
        linked: [...linked],
      };
    },
  };
}
