import type { Clock, Log, Uuid } from '@klieg/kernel';
import type { Database, Transaction } from '../../platform/postgres/index.ts';
import type { ClockStore } from './clock-store.ts';
import type { ComplaintMailer } from './complaint-mails.ts';
import { ANSWER_MS, dueAfterAnswer } from './complaint-rules.ts';
import type { ComplaintStore } from './complaint-store.ts';
import type { CounterStore } from './counter-store.ts';
import { makeComplaintSteps } from './decide-complaint.ts';
import type { TellPeople } from './tell-people.ts';
import type { WithholdItems } from './withhold-items.ts';

const BATCH = 100;

export type WatchClocks = ReturnType<typeof makeWatchClocks>;

/** What happens because time has passed. Every step is safe to be done again, on several nodes at once. */
export function makeWatchClocks(deps: {
  readonly database: Pick<Database, 'kysely'>;
  readonly clocks: ClockStore;
  readonly complaints: ComplaintStore;
  readonly counters: CounterStore;
  readonly withholding: WithholdItems;
  readonly people: TellPeople;
  readonly mails: ComplaintMailer;
  readonly tellQueue: () => void;
  readonly clock: Clock;
  readonly log: Log;
}) {
  const { clocks, complaints, counters, clock } = deps;
  const steps = makeComplaintSteps(deps);
  const inTransaction = <T>(run: (within: Transaction) => Promise<T>): Promise<T> =>
    deps.database.kysely.transaction().execute(run);

  /** At three quarters and at all of the time the operator is told once each. */
  const alarm = async (): Promise<boolean> => {
    const told = await inTransaction(async (within) => {
      const now = new Date(clock.now());
      const over = await clocks.takeOverdue(within, now, BATCH);
      const near = await clocks.takeNear(within, now, BATCH);
      for (const { id } of over) {
        await deps.mails.send(within, id, { code: 'clock_over' });
        await complaints.addDeed(within, id, { at: now, party: 'system', action: 'overdue' });
      }
      for (const { id } of near) await deps.mails.send(within, id, { code: 'clock_warning' });
      return { over, near };
    });
    for (const { number, kind } of told.over) deps.log.error({ number, kind }, 'a complaint is overdue');
    return told.over.length + told.near.length > 0;
  };

  /** No answer came: the clock continues without it. */
  const goOn = async (id: Uuid): Promise<void> =>
    inTransaction(async (within) => {
      const complaint = await complaints.lock(within, id);
      const now = clock.now();
      if (!complaint?.askedAt || now < complaint.askedAt.getTime() + ANSWER_MS) return;
      const dueMs = dueAfterAnswer(
        complaint.kind,
        complaint.dueAt.getTime(),
        complaint.askedAt.getTime(),
        now,
      );
      await complaints.change(within, id, { askedAt: null, dueAt: new Date(dueMs) });
      await complaints.addDeed(within, id, { at: new Date(now), party: 'system', action: 'not_answered' });
    });

  /** What was removed for copyright comes back after an accepted counter-notice. */
  const bringBack = async (id: Uuid): Promise<void> => {
    const tell = await inTransaction(async (within) => {
      const complaint = await complaints.lock(within, id);
      const now = clock.now();
      const isDue =
        complaint?.state === 'actioned' &&
        complaint.counter === 'accepted' &&
        complaint.restoreAt !== null &&
        complaint.restoreAt.getTime() <= now;
      if (!isDue) return () => undefined;
      const step = await steps.restore(within, complaint, '');
      const at = new Date(now);
      await counters.decide(within, id, { state: 'restored', restoreAt: complaint.restoreAt });
      await complaints.change(within, id, { ...step.change, decidedAt: at, reasons: '' });
      await complaints.addDeed(within, id, { at, party: 'system', action: 'restored_by_law' });
      await deps.mails.send(within, id, { code: 'restored' });
      return deps.people.tellOwners(within, complaint, step.items, { code: 'content_restored' });
    });
    tell();
  };

  return async (): Promise<void> => {
    const now = new Date(clock.now());
    for (const id of await clocks.listUnanswered(new Date(now.getTime() - ANSWER_MS), BATCH)) await goOn(id);
    for (const id of await counters.listDue(now, BATCH)) await bringBack(id);
    if (await alarm()) deps.tellQueue();
  };
}
