import type { AdminUserInList, AdminUserWhole, callsByFeature } from '@klieg/contract';
import { type AccountId, AppError, toInstant, type Uuid } from '@klieg/kernel';
import type { Handlers } from '../../platform/http/index.ts';
import type { AuditLog } from '../audit/index.ts';
import type { BillingFeature, Order } from '../billing/index.ts';
import type { Account, AccountStore } from '../identity/index.ts';
import { accountOf, type Ledger, sumOfEarned } from '../ledger/index.ts';
import { readUserAgent, type SiteCaller } from '../sessions/index.ts';
import { refuseChange } from './change-rules.ts';
import type { makeChangeUser } from './change-user.ts';
import type { makeCorrectTokens } from './correct-tokens.ts';
import type { Correction, CorrectionStore } from './correction-store.ts';
import type { makeExportUsers } from './export-users.ts';
import type { PresentUsers } from './present-user.ts';
import type { DeskSession, UserDeskStore } from './user-desk-store.ts';

interface Deps {
  readonly store: UserDeskStore;
  readonly accounts: Pick<AccountStore, 'findById'>;
  readonly presentUsers: PresentUsers;
  readonly changeUser: ReturnType<typeof makeChangeUser>;
  readonly exportUsers: ReturnType<typeof makeExportUsers>;
  readonly correctTokens: ReturnType<typeof makeCorrectTokens>;
  readonly corrections: Pick<CorrectionStore, 'listOf'>;
  readonly ledger: Pick<Ledger, 'balanceOf' | 'balancesOf' | 'pursesOf'>;
  readonly cards: Pick<BillingFeature['orders'], 'listCards'>;
  readonly auditLog: Pick<AuditLog, 'listOf'>;
}

const SHOWN = 20;

const idOf = (cursor: string | undefined): number | undefined =>
  cursor === undefined ? undefined : Number(cursor);

const presentSession = (session: DeskSession): AdminUserWhole['sessions'][number] => ({
  ...readUserAgent(session.userAgent),
  ip: session.address,
  country_code: session.country,
  created_at: toInstant(session.createdAt),
  last_seen_at: toInstant(session.lastSeenAt),
});

const presentOrder = (order: Order): AdminUserWhole['orders'][number] => ({
  order_id: order.id,
  at: toInstant(order.createdAt),
  biller: order.biller,
  state: order.state,
  tokens: order.tokens,
  amount: order.amountCents,
  currency: order.currency,
});

const presentCorrection = (one: Correction): AdminUserWhole['corrections'][number] => ({
  id: one.id,
  tokens: one.tokens,
  reason: one.reason,
  asked_by: one.askedBy,
  confirmed_by: one.confirmedBy,
  state: one.state,
  at: toInstant(one.at),
});

/** The account with its money and its log-ins. */
const makeReadWhole =
  (deps: Deps) =>
  async (account: Account): Promise<AdminUserWhole> => {
    const { id } = account;
    const [users, balance, purses, cards, sessions, orders, corrections, deeds, sums] = await Promise.all([
      deps.presentUsers([account]),
      deps.ledger.balanceOf(id),
      deps.ledger.pursesOf(id),
      deps.cards.listCards(id),
      deps.store.listSessions([id]),
      deps.store.listOrders(id, SHOWN),
      deps.corrections.listOf(id, SHOWN),
      deps.auditLog.listOf(`account:${id}`, SHOWN),
      deps.store.sumOrders([id]),
    ]);
    const paid = sums.get(id);
    return {
      ...users[0]!,
      balances: {
        spendable: balance.spendable,
        held: balance.held,
        promotional: Math.max(0, balance.promotional),
        earning: sumOfEarned(purses).tokens,
      },
      spent_cents: paid?.spentCents ?? 0,
      paid_orders: paid?.paidOrders ?? 0,
      charged_back: paid?.chargedBack ?? 0,
      ledger_account: accountOf(id, 'spending'),
      cards: cards.map(({ biller, brand, last4, isDefault }) => ({
        biller,
        brand,
        last4,
        is_default: isDefault,
      })),
      sessions: sessions.map(presentSession),
      orders: orders.map(presentOrder),
      corrections: corrections.map(presentCorrection),
      audit: deeds.map(({ at, actor, action, detail }) => ({ at: toInstant(at), actor, action, detail })),
    };
  };

/** Accounts with balance and payments, as lists show them. */
const makeListWithMoney =
  (deps: Deps) =>
  async (accounts: readonly Account[]): Promise<AdminUserInList[]> => {
    const ids = accounts.map(({ id }) => id);
    const [users, balances, paid] = await Promise.all([
      deps.presentUsers(accounts),
      deps.ledger.balancesOf(ids),
      deps.store.sumOrders(ids),
    ]);
    return users.map((user, at) => ({
      ...user,
      tokens: balances[at]!.spendable,
      spent_cents: paid.get(ids[at]!)?.spentCents ?? 0,
    }));
  };

export function makeUserDeskHandlers(deps: Deps): Handlers<(typeof callsByFeature)['user-desk'], SiteCaller> {
  const find = async (id: number): Promise<Account> => {
    const account = await deps.accounts.findById(id as AccountId);
    if (!account) throw new AppError('common.not_found');
    return account;
  };
  const readWhole = makeReadWhole(deps);
  const listWithMoney = makeListWithMoney(deps);
  return {
    exportDeskUsers: ({ query: { q: text, type, country, flag } }, { caller }) =>
      deps.exportUsers({ text, type, country, flag }, caller),
    async listDeskUsers({ query }) {
      const { cursor, limit, q: text, type, country, flag } = query;
      const found = await deps.store.list({
        before: idOf(cursor),
        limit: limit + 1,
        text,
        type,
        country,
        flag,
      });
      const shown = found.slice(0, limit);
      return {
        items: await listWithMoney(shown),
        next_cursor: found.length > limit ? String(shown.at(-1)!.id) : null,
      };
    },
    getDeskUser: async ({ params }) => readWhole(await find(params.id)),
    async changeDeskUser({ params, body }, { caller }) {
      await deps.changeUser(params.id as AccountId, body, caller);
      const [user] = await deps.presentUsers([await find(params.id)]);
      return { status: 1, user: user! };
    },
    async correctTokens({ params, body }, { caller, idempotencyKey }) {
      const target = await find(params.id);
      const refusal = refuseChange(caller.account!, target, {});
      if (refusal) throw new AppError(refusal);
      if (target.type === 'model') throw new AppError('ledger.model_cannot_spend');
      const { tokens, reason, proposal_id: proposalId } = body;
      const asked = { key: idempotencyKey!, tokens, reason, proposalId: proposalId as Uuid | undefined };
      return { status: 1, ...(await deps.correctTokens.ask(target, asked, caller)) };
    },
  };
}
