import type { Api, InputOf } from '@klieg/contract';
import { AppError, type Clock, type Uuid } from '@klieg/kernel';
import { sha256 } from '@klieg/kernel/secrets';
import type { Database } from '../../platform/postgres/index.ts';
import type { SiteCaller } from '../sessions/index.ts';
import { dueAfterAnswer } from './complaint-rules.ts';
import type { ComplaintStore } from './complaint-store.ts';
import type { CounterStore } from './counter-store.ts';
import type { ItemStore } from './item-store.ts';

/** What those say whom a complaint concerns: the complainant's answer, and the other side's counter-notice. */
export interface SpeakUp {
  /** @throws common.not_found, complaint_desk.nothing_asked */
  answer(receipt: string, text: string): Promise<void>;
  /** @throws common.not_found, complaint_desk.counter_sent, complaint_desk.action_not_possible */
  counter(body: InputOf<Api['sendCounterNotice']>['body'], caller: SiteCaller): Promise<Uuid>;
}

export function makeSpeakUp(deps: {
  readonly database: Pick<Database, 'kysely'>;
  readonly complaints: ComplaintStore;
  readonly items: ItemStore;
  readonly counters: CounterStore;
  readonly tellQueue: () => void;
  readonly clock: Clock;
}): SpeakUp {
  const { complaints, clock } = deps;
  return {
    async answer(receipt, text) {
      const found = await complaints.findByReceipt(sha256(receipt));
      if (!found) throw new AppError('common.not_found');
      await deps.database.kysely.transaction().execute(async (within) => {
        const complaint = await complaints.lock(within, found.id);
        if (!complaint?.askedAt) throw new AppError('complaint_desk.nothing_asked');
        const now = clock.now();
        const { kind, dueAt, askedAt } = complaint;
        const dueMs = dueAfterAnswer(kind, dueAt.getTime(), askedAt.getTime(), now);
        await complaints.change(within, complaint.id, { askedAt: null, dueAt: new Date(dueMs) });
        await complaints.addDeed(within, complaint.id, {
          at: new Date(now),
          party: 'complainant',
          action: 'answered',
          note: text,
        });
      });
      deps.tellQueue();
    },
    async counter({ media_id: id, statement, signature, address }, caller) {
      const accountId = caller.account!.id;
      const complaintId = id as Uuid;
      await deps.database.kysely.transaction().execute(async (within) => {
        const complaint = await complaints.lock(within, complaintId);
        const own = (await deps.items.list(complaintId, within)).filter(
          ({ ownerId, kind }) => ownerId === accountId && kind !== 'page',
        );
        // People it does not concern are not told that such a complaint exists.
        if (!complaint || own.length === 0) throw new AppError('common.not_found');
        if (complaint.counter !== null) throw new AppError('complaint_desk.counter_sent');
        if (complaint.kind !== 'copyright' || complaint.state !== 'actioned')
          throw new AppError('complaint_desk.action_not_possible');
        const createdAt = new Date(clock.now());
        await deps.counters.add(within, { complaintId, accountId, statement, signature, address, createdAt });
        await complaints.change(within, complaintId, {});
        await complaints.addDeed(within, complaintId, {
          at: createdAt,
          party: 'owner',
          action: 'countered',
        });
      });
      deps.tellQueue();
      return complaintId;
    },
  };
}
