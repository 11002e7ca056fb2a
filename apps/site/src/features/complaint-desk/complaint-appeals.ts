import type { Api, InputOf } from '@klieg/contract';
import { type AccountId, AppError, type Uuid } from '@klieg/kernel';
import { sha256 } from '@klieg/kernel/secrets';
import type { Transaction } from '../../platform/postgres/index.ts';
import type { SiteCaller } from '../sessions/index.ts';
import { complaintAppealStore } from './complaint-appeal-store.ts';
import { appealDueMs, isAppealable } from './complaint-rules.ts';
import type { KeptComplaint } from './complaint-store.ts';
import { type DecideDeps, makeComplaintSteps } from './decide-complaint.ts';

/** Appeals of decided complaints: by either side, once, judged by somebody who has not decided. */
export interface ComplaintAppeals {
  /** By the complainant. @throws common.not_found, moderation.appeal_open, moderation.nothing_to_appeal */
  sendByReceipt(receipt: string, text: string): Promise<Uuid>;
  /** By whose content was removed. @throws moderation.appeal_open, moderation.nothing_to_appeal */
  sendByOwner(complaintId: string, text: string, owner: AccountId): Promise<Uuid>;
  /**
   * @returns false where it is none of these appeals
   * @throws common.not_self, common.second_person_needed, moderation.stale
   */
  decide(id: Uuid, body: InputOf<Api['decideAppeal']>['body'], caller: SiteCaller): Promise<boolean>;
}

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/u;

/** Whether that side can object to the decision and is still in time. */
export function canAppeal(
  { state, outcome, decidedAt, hasAppeal }: KeptComplaint,
  side: 'complainant' | 'owner',
  nowMs: number,
): boolean {
  const isAgainst = side === 'owner' ? outcome === 'removed' : outcome !== 'removed';
  const isDecided = state === 'actioned' || state === 'dismissed';
  return (
    isDecided && isAgainst && !hasAppeal && decidedAt !== null && isAppealable(decidedAt.getTime(), nowMs)
  );
}

export function makeComplaintAppeals(deps: DecideDeps): ComplaintAppeals {
  const { complaints, items, clock } = deps;
  const steps = makeComplaintSteps(deps);

  const send = (id: Uuid, text: string, accountId: AccountId | null): Promise<Uuid> =>
    deps.database.kysely.transaction().execute(async (within) => {
      const complaint = (await complaints.lock(within, id))!;
      if (complaint.state === 'appealed') throw new AppError('moderation.appeal_open');
      const now = clock.now();
      const side = accountId === null ? 'complainant' : 'owner';
      if (!canAppeal(complaint, side, now)) throw new AppError('moderation.nothing_to_appeal');
      const at = new Date(now);
      const dueAt = new Date(appealDueMs(now));
      const appealId = await complaintAppealStore.add(within, {
        complaintId: id,
        accountId,
        text,
        at,
        dueAt,
      });
      await complaints.change(within, id, { state: 'appealed', dueAt });
      await complaints.addDeed(within, id, { at, party: side, action: 'appealed' });
      return appealId;
    });

  /** What was removed comes back, or what stayed goes. */
  const overturn = (within: Transaction, complaint: KeptComplaint, statement: string) =>
    complaint.outcome === 'removed'
      ? steps.restore(within, complaint, statement)
      : steps.remove(within, complaint, statement, true);

  return {
    async sendByReceipt(receipt, text) {
      const found = await complaints.findByReceipt(sha256(receipt));
      if (!found) throw new AppError('common.not_found');
      return send(found.id, text, null);
    },
    async sendByOwner(complaintId, text, owner) {
      const own = UUID.test(complaintId) ? await items.list(complaintId as Uuid) : [];
      if (!own.some(({ ownerId, kind }) => ownerId === owner && kind !== 'page'))
        throw new AppError('moderation.nothing_to_appeal');
      return send(complaintId as Uuid, text, owner);
    },
    async decide(id, { decision, statement }, caller) {
      const by = caller.account!;
      const tell = await deps.database.kysely.transaction().execute(async (within) => {
        const found = await complaintAppealStore.find(within, id);
        if (!found) return undefined;
        const complaint = (await complaints.lock(within, found.complaintId))!;
        // Read again under the lock: another may have decided meanwhile.
        const appeal = (await complaintAppealStore.find(within, id))!;
        if (appeal.state !== 'open') throw new AppError('moderation.stale');
        const owned = await items.list(complaint.id, within);
        if (owned.some(({ ownerId }) => ownerId === by.id)) throw new AppError('common.not_self');
        if (complaint.decidedById === by.id) throw new AppError('common.second_person_needed');
        const at = new Date(clock.now());
        await complaintAppealStore.decide(within, id, { decision, statement, byId: by.id, at });
        const step = decision === 'overturn' ? await overturn(within, complaint, statement) : undefined;
        await complaints.change(within, complaint.id, {
          ...step?.change,
          state: 'closed',
          decidedById: by.id,
          decidedAt: at,
          reasons: statement,
        });
        const action = `appeal_${decision === 'uphold' ? 'upheld' : 'overturned'}`;
        await complaints.addDeed(within, complaint.id, {
          at,
          party: 'staff',
          byId: by.id,
          action,
          note: statement,
        });
        await deps.auditLog.note(within, caller, {
          action: `complaints.${action}`,
          target: `complaint:${complaint.id}`,
          detail: { number: String(complaint.number), statement },
        });
        const wasRemoved = complaint.outcome === 'removed';
        const mail = step?.complainant ?? { code: wasRemoved ? 'removed' : 'rejected', text: statement };
        await deps.mails.send(within, complaint.id, mail);
        const news = step?.owners ?? {
          code: wasRemoved ? 'content_removed' : 'content_restored',
          text: statement,
        };
        const concerned = step?.items ?? owned.filter(({ state }) => state !== 'shown');
        return deps.people.tellOwners(within, complaint, concerned, news);
      });
      tell?.();
      if (tell) deps.tellQueue();
      return tell !== undefined;
    },
  };
}
