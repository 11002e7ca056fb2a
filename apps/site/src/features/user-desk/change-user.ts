import type { callsByFeature, InputOf } from '@klieg/contract';
import { type AccountId, AppError, type Clock, uuidv7 } from '@klieg/kernel';
import type { Outbox } from '../../platform/events/index.ts';
import type { Database, Transaction } from '../../platform/postgres/index.ts';
import type { AuditLog } from '../audit/index.ts';
import { addressConfirmed } from '../credentials/index.ts';
import type { Account, AccountStore } from '../identity/index.ts';
import { isAllowed } from '../permissions/index.ts';
import type { SessionEnded, SessionStore, SiteCaller } from '../sessions/index.ts';
import { isSameRoles, refuseChange } from './change-rules.ts';
import type { SanctionStore } from './sanction-store.ts';
import type { UserDeskStore } from './user-desk-store.ts';

export type WishedUser = InputOf<(typeof callsByFeature)['user-desk']['changeDeskUser']>['body'];

interface Deps {
  readonly database: Pick<Database, 'kysely'>;
  readonly store: UserDeskStore;
  readonly sanctions: SanctionStore;
  readonly accounts: Pick<AccountStore, 'mergeSettings' | 'setConfirmedEmail'>;
  readonly sessions: Pick<SessionStore, 'endAll'>;
  readonly auditLog: Pick<AuditLog, 'note'>;
  readonly outbox: Pick<Outbox, 'add' | 'nudge'>;
  readonly announce: (ended: SessionEnded) => void;
  readonly clock: Clock;
}

/** What one change does: its words for the audit log, and whether the account has to log in again. */
interface Done {
  readonly action: string;
  readonly detail: Readonly<Record<string, string>>;
  readonly ends?: SessionEnded['reason'];
}

type Step = (within: Transaction, target: Account, wish: WishedUser, caller: SiteCaller) => Promise<Done[]>;

const arrow = (before: unknown, after: unknown): string => `${String(before)} → ${String(after)}`;

/** Roles and offices. Permissions are read at log-in, so open log-ins end. */
const makeChangeOffices =
  ({ store }: Deps): Step =>
  async (within, target, wish) => {
    const done: Done[] = [];
    const roles = wish.user_roles;
    if (roles && !isSameRoles(roles, target.roles)) {
      await store.setRoles(within, target.id, roles);
      const detail = { user_roles: arrow(target.roles.join(' ') || '–', roles.join(' ') || '–') };
      done.push({ action: 'accounts.roles_changed', detail, ends: 'revoked' });
    }
    const isAdmin = wish.isAdmin ?? target.isAdmin;
    const isDirectPay = wish.is_direct_pay ?? target.isDirectPay;
    if (isAllowed('work_for_house', { account: { ...target, isAdmin, roles: roles ?? target.roles } }))
      await store.endLinks(within, target.id);
    if (isAdmin === target.isAdmin && isDirectPay === target.isDirectPay) return done;
    await store.setFlags(within, target.id, { isAdmin, isDirectPay });
    if (isAdmin !== target.isAdmin)
      done.push({
        action: 'accounts.admin_changed',
        detail: { isAdmin: arrow(target.isAdmin, isAdmin) },
        ends: 'revoked',
      });
    if (isDirectPay !== target.isDirectPay)
      done.push({
        action: 'accounts.changed',
        detail: { is_direct_pay: arrow(target.isDirectPay, isDirectPay) },
      });
    return done;
  };

/** What an account may do by its settings, its membership and its address. */
const makeChangeAllowances =
  ({ store, accounts, outbox }: Deps): Step =>
  async (within, target, wish) => {
    const done: Done[] = [];
    for (const name of ['can_change_username', 'max_linked_accounts'] as const) {
      const value = wish[name];
      if (value === undefined || value === target.settings[name]) continue;
      await accounts.mergeSettings(target.id, { [name]: value }, within);
      done.push({ action: 'accounts.changed', detail: { [name]: arrow(target.settings[name], value) } });
    }
    if (wish.membership !== undefined && wish.membership !== target.membership) {
      if (!(await store.setMembership(within, target.id, wish.membership)))
        throw new AppError('back_office.membership_paid');
      done.push({
        action: 'accounts.changed',
        detail: { membership: arrow(target.membership ?? '–', wish.membership ?? '–') },
      });
    }
    if (wish.is_featured !== undefined && wish.is_featured !== target.isFeatured) {
      await store.setFeatured(within, target.id, wish.is_featured);
      const detail = { is_featured: arrow(target.isFeatured, wish.is_featured) };
      done.push({ action: 'accounts.changed', detail });
    }
    if (wish.email_confirmed && !target.emailConfirmed) {
      if (!target.email) throw new AppError('identity.email_refused');
      await accounts.setConfirmedEmail(target.id, target.email, within);
      await outbox.add(within, addressConfirmed, { accountId: target.id });
      done.push({ action: 'accounts.changed', detail: { email_confirmed: arrow(false, true) } });
    }
    return done;
  };

const makeChangeStanding =
  ({ sanctions, clock }: Deps): Step =>
  async (within, target, { suspension, note }, caller) => {
    const done: Done[] = [];
    const at = new Date(clock.now());
    const byId = caller.account!.id;
    if (suspension) {
      const until = suspension.until === null ? null : new Date(suspension.until);
      if (until && until <= at) throw new AppError('back_office.dates_invalid');
      const { reason_code: reasonCode, statement } = suspension;
      const given = { id: uuidv7(clock.now()), accountId: target.id, byId, reasonCode, statement, at, until };
      await sanctions.suspend(within, given);
      const detail = { reason_code: reasonCode, statement, until: suspension.until ?? '–' };
      done.push({ action: 'accounts.suspended', detail, ends: 'suspended' });
    }
    if (suspension === null && target.suspendedAt) {
      await sanctions.lift(within, target.id, at);
      done.push({ action: 'accounts.suspension_lifted', detail: {}, ends: 'revoked' });
    }
    if (note !== undefined) {
      const id = uuidv7(clock.now());
      await sanctions.addNote(within, { id, accountId: target.id, byId, text: note });
      done.push({ action: 'accounts.note_added', detail: { note } });
    }
    return done;
  };

/**
 * Changes an account by staff; each change is in the audit log in the same transaction. If it requires a new log-in,
 * the open ones end with their sockets, and with a suspension what the account publishes.
 * @throws common.not_found, what refuses the change
 */
export function makeChangeUser(deps: Deps) {
  const steps = [makeChangeOffices(deps), makeChangeAllowances(deps), makeChangeStanding(deps)];
  return async (id: AccountId, wish: WishedUser, caller: SiteCaller): Promise<void> => {
    const { done, ended } = await deps.database.kysely.transaction().execute(async (within) => {
      const target = await deps.store.lock(within, id);
      if (!target) throw new AppError('common.not_found');
      const refusal = refuseChange(caller.account!, target, wish);
      if (refusal) throw new AppError(refusal);
      const made: Done[] = [];
      for (const step of steps) made.push(...(await step(within, target, wish, caller)));
      for (const { action, detail } of made)
        await deps.auditLog.note(within, caller, { action, target: `account:${id}`, detail });
      const ends = made.some((one) => one.ends);
      return { done: made, ended: ends ? await deps.sessions.endAll(id, undefined, within) : [] };
    });
    deps.outbox.nudge();
    const isSuspended = done.some(({ ends }) => ends === 'suspended');
    const reason = isSuspended ? 'suspended' : 'revoked';
    for (const sessionId of ended) deps.announce({ sessionId, reason });
    // Its pages read again what it may; of a suspension hears who ends what it publishes.
    if (done.some(({ action }) => action !== 'accounts.note_added')) deps.announce({ accountId: id, reason });
  };
}
