import { AppError, type Clock, type Uuid } from '@klieg/kernel';
import type { Database, Transaction } from '../../platform/postgres/index.ts';
import type { AuditLog } from '../audit/index.ts';
import type { SiteCaller } from '../sessions/index.ts';
import type { CaseStore, IdentityCase, Reasons } from './case-store.ts';
import type { TellStanding } from './tell-standing.ts';

export interface Decision {
  readonly decision: 'approve' | 'reject';
  readonly reason_code?: string | undefined;
  readonly note?: string | undefined;
  readonly steps?: readonly { readonly step: keyof Reasons; readonly reason: string }[] | undefined;
}
export type Decided = 'approved' | 'rejected' | 'waiting';

/**
 * Decides a case; where two have to agree, the first decision makes it wait for the second.
 * @returns undefined where there is no such case
 * @throws common.not_self, common.second_person_needed, moderation.stale
 */
export function makeDecideCase(deps: {
  readonly database: Pick<Database, 'kysely'>;
  readonly cases: CaseStore;
  readonly auditLog: Pick<AuditLog, 'note'>;
  readonly tellStanding: TellStanding;
  /** How many of staff have to agree. */
  readonly reviewers: 1 | 2;
  readonly clock: Clock;
}) {
  const { cases, clock } = deps;

  /** Whether enough have agreed, with this one. */
  const agree = async (within: Transaction, one: IdentityCase, by: SiteCaller): Promise<boolean> => {
    if (deps.reviewers === 1) return true;
    const id = by.account!.id;
    if (one.firstBy === id) throw new AppError('common.second_person_needed');
    if (one.firstBy !== null) return true;
    await cases.noteFirst(within, one.id, id, new Date(clock.now()));
    return false;
  };

  const decideWithin = async (
    within: Transaction,
    one: IdentityCase,
    { decision, note = '', steps = [], reason_code: code = '–' }: Decision,
    caller: SiteCaller,
  ) => {
    const { accountId, kind } = one;
    const isEnough = decision === 'reject' || (await agree(within, one, caller));
    const state: Decided = decision === 'reject' ? 'rejected' : isEnough ? 'approved' : 'waiting';
    const reasons = Object.fromEntries(steps.map(({ step, reason }) => [step, reason]));
    await deps.auditLog.note(within, caller, {
      action: `${kind}.${state}`,
      target: `account:${accountId}`,
      detail: { case: one.id, reason: code, note: note || '–', ...reasons },
    });
    if (state === 'waiting') return { state, tell: () => undefined };
    const at = new Date(clock.now());
    await cases.decide(within, one.id, { state, by: caller.account!.id, at, note: note || null, reasons });
    await cases.setStanding(within, accountId, state);
    return { state, tell: await deps.tellStanding(within, { accountId, kind, standing: state, note }) };
  };

  return async (id: Uuid, decision: Decision, caller: SiteCaller): Promise<Decided | undefined> => {
    const known = await cases.find(id);
    if (!known) return undefined;
    if (known.accountId === caller.account!.id) throw new AppError('common.not_self');
    const { state, tell } = await deps.database.kysely.transaction().execute(async (within) => {
      await cases.lockStanding(within, known.accountId);
      const one = (await cases.find(id, within))!;
      if (one.state !== 'open') throw new AppError('moderation.stale');
      return decideWithin(within, one, decision, caller);
    });
    tell();
    return state;
  };
}
