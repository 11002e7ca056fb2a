import type { Api, InputOf } from '@klieg/contract';
import { type AccountId, AppError, type Clock, type Uuid } from '@klieg/kernel';
import type { Outbox } from '../../platform/events/index.ts';
import type { Database, Transaction } from '../../platform/postgres/index.ts';
import type { AuditFeature } from '../audit/index.ts';
import type { NotificationsFeature } from '../notifications/index.ts';
import { AUTOMATIC } from '../room-chat/index.ts';
import type { SiteCaller } from '../sessions/index.ts';
import type { ActOnReport } from './act-on-report.ts';
import { TAKEN_MS } from './case-clocks.ts';
import type { HouseSanctions } from './house-sanctions.ts';
import type { KeptCase, ReportDeskStore } from './report-desk-store.ts';
import { REASON_CODES, type SuspendAccount } from './suspend-account.ts';

type Wish = InputOf<Api['decideReport']>['body'];

/**
 * After this many upheld reports somebody is silenced in all rooms for a while, and again after as many more (S2711).
 */
const UPHELD = 3;

/** A step that fits its action: a case is decided with one, and dismissed, taken or given back without. */
const isFitting = ({ state, action }: Wish): boolean =>
  state === 'actioned' ? action !== 'none' : action === 'none' && state !== 'appealed' && state !== 'closed';

/**
 * Takes a case, gives it back, or decides it with all reports of the same thing. Two moderators never decide the same
 * one: the deciding one has taken it first, and has it for half an hour before another may take it over.
 * @throws common.not_found, moderation.stale, moderation.action_not_possible, moderation.cannot_sanction,
 * common.not_self
 */
export function makeDecideReport(deps: {
  readonly database: Pick<Database, 'kysely'>;
  readonly store: ReportDeskStore;
  readonly actions: ActOnReport;
  readonly suspending: SuspendAccount;
  readonly house: Pick<HouseSanctions, 'autosilence'>;
  readonly outbox: Pick<Outbox, 'nudge'>;
  readonly auditLog: Pick<AuditFeature['auditLog'], 'note'>;
  readonly notifyWithin: NotificationsFeature['notifyWithin'];
  readonly clock: Clock;
}) {
  const { store, actions, suspending, clock } = deps;

  const write = async (
    within: Transaction,
    held: KeptCase,
    wish: Wish,
    caller: SiteCaller,
  ): Promise<void> => {
    const { state, action, note, minutes } = wish;
    const at = new Date(clock.now());
    await store.addDeed(within, { reportId: held.id, at, byId: caller.account!.id, state, action, note });
    await deps.auditLog.note(within, caller, {
      action: `reports.${state}`,
      target: `report:${held.id}`,
      detail: {
        kind: held.kind,
        ...(held.subject !== null && { subject: held.subject }),
        ...(action !== 'none' && { action }),
        ...(minutes !== undefined && { minutes: String(minutes) }),
        note,
      },
    });
  };

  /** The case for this moderator; nobody else decides it from here on. */
  const take = (id: Uuid, wish: Wish, caller: SiteCaller): Promise<KeptCase> =>
    deps.database.kysely.transaction().execute(async (within) => {
      const held = await store.lockOpen(within, id);
      if (!held) throw new AppError((await store.find(id, within)) ? 'moderation.stale' : 'common.not_found');
      const own = caller.account!.id;
      const isOfAnother = held.assigneeId !== null && held.assigneeId !== own;
      if (isOfAnother && clock.now() < (held.assignedAt?.getTime() ?? 0) + TAKEN_MS)
        throw new AppError('moderation.stale');
      await store.assign(within, held, wish.state === 'open' ? null : own, new Date(clock.now()));
      if (wish.state === 'open' || wish.state === 'in_review') await write(within, held, wish, caller);
      return held;
    });

  /** With every third upheld case. */
  const silence = async (within: Transaction, subjectId: AccountId): Promise<void> => {
    const upheld = await store.countUpheld(within, subjectId);
    if (upheld % UPHELD === 0)
      await deps.house.autosilence(within, subjectId, { id: null, name: AUTOMATIC }, 'reports');
  };

  const decide = (held: KeptCase, wish: Wish, caller: SiteCaller): Promise<void> =>
    deps.database.kysely.transaction().execute(async (within) => {
      const now = await store.lockOpen(within, held.id);
      if (now?.assigneeId !== caller.account!.id) throw new AppError('moderation.stale');
      const state = wish.state === 'actioned' ? 'actioned' : 'dismissed';
      await store.decide(within, now, { state, action: wish.action, at: new Date(clock.now()) });
      await write(within, now, wish, caller);
      const { subjectId } = now;
      if (subjectId === null || state === 'dismissed') return;
      if (wish.action === 'warn')
        await deps.notifyWithin(within, subjectId, {
          kind: 'system',
          code: 'house_warning',
          params: { text: wish.note },
          url: '/legal/rules',
        });
      if (wish.action !== 'suspend') return silence(within, subjectId);
      const until = wish.minutes === undefined ? null : new Date(clock.now() + wish.minutes * 60_000);
      const byId = caller.account!.id;
      const reasonCode = REASON_CODES[now.reason];
      const given = {
        accountId: subjectId,
        byId,
        reasonCode,
        statement: wish.note,
        until,
        keepsLonger: true,
      };
      await suspending.suspend(within, given);
    });

  return async (id: Uuid, wish: Wish, caller: SiteCaller): Promise<void> => {
    if (!isFitting(wish))
      throw new AppError('common.invalid_input', {
        params: {
          fields: [{ path: 'state', reason: 'value', message: 'This step does not fit the action.' }],
        },
      });
    const held = await take(id, wish, caller);
    if (wish.state !== 'actioned' && wish.state !== 'dismissed') return;
    if (wish.state === 'actioned') {
      const by = caller.account!;
      if (held.subjectId === by.id) throw new AppError('common.not_self');
      if (!(await actions.possible(held, by)).includes(wish.action))
        throw new AppError('moderation.action_not_possible');
      await actions.act(held, by, wish);
    }
    await decide(held, wish, caller);
    deps.outbox.nudge();
  };
}
