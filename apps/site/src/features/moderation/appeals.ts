import type { Api, InputOf } from '@klieg/contract';
import { type AccountId, AppError, type Clock, type Uuid } from '@klieg/kernel';
import type { Outbox } from '../../platform/events/index.ts';
import type { Database, Transaction } from '../../platform/postgres/index.ts';
import type { AuditFeature } from '../audit/index.ts';
import type { ComplaintDeskFeature } from '../complaint-desk/index.ts';
import type { NotificationsFeature } from '../notifications/index.ts';
import type { SiteCaller } from '../sessions/index.ts';
import type { Appealed, AppealStore, KeptAppeal } from './appeal-store.ts';
import { appealDueMs } from './case-clocks.ts';
import type { HouseSanctionStore } from './house-sanction-store.ts';
import type { HouseSanctions } from './house-sanctions.ts';
import type { SuspendAccount } from './suspend-account.ts';

/** Appeals: sent by the person a decision is about, decided by somebody else than its author. */
export interface Appeals {
  /** @throws moderation.nothing_to_appeal, moderation.appeal_open */
  send(body: InputOf<Api['sendAppeal']>['body'], caller: SiteCaller): Promise<Uuid>;
  /** @throws common.not_found, common.not_self, common.second_person_needed, moderation.stale */
  decide(id: Uuid, body: InputOf<Api['decideAppeal']>['body'], caller: SiteCaller): Promise<void>;
}

export function makeAppeals(deps: {
  readonly database: Pick<Database, 'kysely'>;
  readonly store: AppealStore;
  /** Appeals against decisions of complaints. */
  readonly ofContent: Pick<ComplaintDeskFeature['appeals'], 'sendByOwner' | 'decide'>;
  readonly suspending: Pick<SuspendAccount, 'lift' | 'reload'>;
  readonly sanctions: Pick<HouseSanctionStore, 'findRunning' | 'listRunning'>;
  readonly house: Pick<HouseSanctions, 'lift'>;
  readonly outbox: Pick<Outbox, 'nudge'>;
  readonly auditLog: Pick<AuditFeature['auditLog'], 'note'>;
  readonly notifyWithin: NotificationsFeature['notifyWithin'];
  readonly clock: Clock;
}): Appeals {
  const { store, clock } = deps;

  const findAppealed = async (
    within: Transaction,
    { about, refId, accountId }: { about: string; refId: string | undefined; accountId: AccountId },
  ): Promise<Appealed | undefined> => {
    if (about !== 'suspension' && about !== 'ban') return undefined;
    const id =
      about === 'suspension'
        ? await store.suspensionOf(within, accountId)
        : (await deps.sanctions.listRunning(accountId, new Date(clock.now()), within)).find(
            (one) => refId === undefined || one.id === refId,
          )?.id;
    return id && { about, id };
  };

  /** Ends what was appealed, if still in force: another decision may have been made since. @returns announces it */
  const lift = async (
    within: Transaction,
    { of, accountId }: Pick<KeptAppeal, 'of' | 'accountId'>,
  ): Promise<(() => void) | undefined> => {
    if (of.about === 'suspension') {
      if ((await store.suspensionOf(within, accountId)) !== of.id) return undefined;
      await deps.suspending.lift(within, accountId);
      return () => deps.suspending.reload(accountId);
    }
    const running = await deps.sanctions.findRunning(within, of.id, new Date(clock.now()));
    if (!running) return undefined;
    await deps.house.lift(within, { id: of.id, kind: running.kind, accountId });
    return deps.outbox.nudge;
  };

  return {
    send({ about, ref_id: refId, text }, caller) {
      const accountId = caller.account!.id;
      if (about === 'content') return deps.ofContent.sendByOwner(refId ?? '', text, accountId);
      return deps.database.kysely.transaction().execute(async (within) => {
        const of = await findAppealed(within, { about, refId, accountId });
        if (!of) throw new AppError('moderation.nothing_to_appeal');
        const now = clock.now();
        const appeal = { of, accountId, text, at: new Date(now), dueAt: new Date(appealDueMs(now)) };
        const id = await store.add(within, appeal);
        if (!id) throw new AppError('moderation.appeal_open');
        return id;
      });
    },
    async decide(id, { decision, statement }, caller) {
      const by = caller.account!;
      if (await deps.ofContent.decide(id, { decision, statement }, caller)) return;
      const tell = await deps.database.kysely.transaction().execute(async (within) => {
        const appeal = await store.lock(within, id);
        if (!appeal) throw new AppError('common.not_found');
        if (appeal.state !== 'open') throw new AppError('moderation.stale');
        if (appeal.accountId === by.id) throw new AppError('common.not_self');
        if (appeal.decidedById === by.id) throw new AppError('common.second_person_needed');
        await store.decide(within, id, { decision, statement, byId: by.id, at: new Date(clock.now()) });
        await deps.auditLog.note(within, caller, {
          action: `appeals.${decision === 'uphold' ? 'upheld' : 'overturned'}`,
          target: `account:${appeal.accountId}`,
          detail: { statement },
        });
        const tellNotice = await deps.notifyWithin(within, appeal.accountId, {
          kind: 'system',
          code: decision === 'uphold' ? 'appeal_upheld' : 'appeal_overturned',
          params: { text: statement },
          url: null,
        });
        const tellLifted = decision === 'overturn' ? await lift(within, appeal) : undefined;
        return () => {
          tellNotice();
          tellLifted?.();
        };
      });
      tell();
    },
  };
}
