import type { Api, InputOf } from '@klieg/contract';
import { AppError, type Clock, type Uuid } from '@klieg/kernel';
import type { Database } from '../../platform/postgres/index.ts';
import type { AuditFeature } from '../audit/index.ts';
import type { ComplaintDeskFeature } from '../complaint-desk/index.ts';
import type { NotificationsFeature } from '../notifications/index.ts';
import type { SiteCaller } from '../sessions/index.ts';
import type { AppealStore } from './appeal-store.ts';
import { appealDueMs } from './case-clocks.ts';
import type { SuspendAccount } from './suspend-account.ts';

/** Appeals: sent by whom a decision is about, decided by somebody who has not made it. */
export interface Appeals {
  /** @throws moderation.nothing_to_appeal, moderation.appeal_open */
  send(body: InputOf<Api['sendAppeal']>['body'], caller: SiteCaller): Promise<Uuid>;
  /** @throws common.not_found, common.not_self, common.second_person_needed, moderation.stale */
  decide(id: Uuid, body: InputOf<Api['decideAppeal']>['body'], caller: SiteCaller): Promise<void>;
}

export function makeAppeals(deps: {
  readonly database: Pick<Database, 'kysely'>;
  readonly store: AppealStore;
  /** Appeals of what was decided of complaints. */
  readonly ofContent: Pick<ComplaintDeskFeature['appeals'], 'sendByOwner' | 'decide'>;
  readonly suspending: Pick<SuspendAccount, 'lift' | 'reload'>;
  readonly auditLog: Pick<AuditFeature['auditLog'], 'note'>;
  readonly notifyWithin: NotificationsFeature['notifyWithin'];
  readonly clock: Clock;
}): Appeals {
  const { store, clock } = deps;
  return {
    send({ about, ref_id: contentId, text }, caller) {
      const accountId = caller.account!.id;
      if (about === 'content') return deps.ofContent.sendByOwner(contentId ?? '', text, accountId);
      return deps.database.kysely.transaction().execute(async (within) => {
        const refId = about === 'suspension' ? await store.suspensionOf(within, accountId) : undefined;
        if (!refId) throw new AppError('moderation.nothing_to_appeal');
        const now = clock.now();
        const appeal = { refId, accountId, text, at: new Date(now), dueAt: new Date(appealDueMs(now)) };
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
        if (appeal.suspendedById === by.id) throw new AppError('common.second_person_needed');
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
        // Another suspension may have begun since, which is not the one that was appealed.
        const isInForce = (await store.suspensionOf(within, appeal.accountId)) === appeal.refId;
        if (decision === 'uphold' || !isInForce) return tellNotice;
        await deps.suspending.lift(within, appeal.accountId);
        return () => {
          tellNotice();
          deps.suspending.reload(appeal.accountId);
        };
      });
      tell();
    },
  };
}
