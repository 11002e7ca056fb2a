import type { callsByFeature } from '@klieg/contract';
import { AppError, type Clock, toInstant, type Uuid } from '@klieg/kernel';
import { sha256 } from '@klieg/kernel/secrets';
import type { Handlers } from '../../platform/http/index.ts';
import type { SiteCaller } from '../sessions/index.ts';
import type { ComplaintAppeals } from './complaint-appeals.ts';
import type { ComplaintStore } from './complaint-store.ts';
import type { CounterStore } from './counter-store.ts';
import type { makeDecideComplaint } from './decide-complaint.ts';
import type { ItemStore } from './item-store.ts';
import {
  presentComplaint,
  presentOwnComplaint,
  presentReceipt,
  presentWholeComplaint,
} from './present-complaints.ts';
import type { SpeakUp } from './speak-up.ts';
import type { TransparencyStore } from './transparency-store.ts';

const OWN_MAX = 100;
/** The report covers this many months before the current one. */
const MONTHS = 12;

export function makeComplaintDeskHandlers(deps: {
  readonly complaints: ComplaintStore;
  readonly items: ItemStore;
  readonly counters: CounterStore;
  readonly appeals: ComplaintAppeals;
  readonly speakUp: SpeakUp;
  readonly decide: ReturnType<typeof makeDecideComplaint>;
  readonly transparency: TransparencyStore;
  readonly clock: Clock;
}): Handlers<(typeof callsByFeature)['complaint-desk'], SiteCaller> {
  const { complaints, items, clock } = deps;
  const readWhole = async (id: Uuid) => {
    const kept = await complaints.find(id);
    if (!kept) throw new AppError('common.not_found');
    const [its, deeds, counter] = await Promise.all([
      items.list(id),
      complaints.listDeeds(id),
      deps.counters.find(id),
    ]);
    return presentWholeComplaint(kept, { items: its, deeds, counter, nowMs: clock.now() });
  };
  return {
    async getComplaint({ params }) {
      const kept = await complaints.findByReceipt(sha256(params.receipt));
      if (!kept) throw new AppError('common.not_found');
      return presentReceipt(kept, await complaints.findQuestion(kept.id), clock.now());
    },
    async appealComplaint({ params, body }) {
      return { status: 1, case_id: await deps.appeals.sendByReceipt(params.receipt, body.text) };
    },
    async answerComplaint({ params, body }) {
      await deps.speakUp.answer(params.receipt, body.text);
      return { status: 1 };
    },
    async sendCounterNotice({ body }, { caller }) {
      return { status: 1, case_id: await deps.speakUp.counter(body, caller) };
    },
    async listOwnComplaints(_input, { caller }) {
      const owner = caller.account!.id;
      const found = await complaints.listOf(owner, OWN_MAX);
      const now = clock.now();
      return {
        items: await Promise.all(
          found.map(async (kept) => presentOwnComplaint(kept, await items.list(kept.id), owner, now)),
        ),
      };
    },
    async getTransparency() {
      const now = new Date(clock.now());
      const from = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - MONTHS, 1));
      const [kinds, appeals, counters] = await Promise.all([
        deps.transparency.countKinds(from),
        deps.transparency.countAppeals(from),
        deps.transparency.countCounters(from),
      ]);
      return {
        from: toInstant(from).slice(0, 10),
        to: toInstant(now).slice(0, 10),
        kinds: kinds.map(({ medianHours, ...one }) => ({ ...one, median_hours: medianHours })),
        appeals,
        counter_notices: counters,
      };
    },
    async listDeskComplaints({ query: { cursor, limit, kind, overdue, queue } }) {
      const at = Number(cursor ?? 0);
      const now = clock.now();
      const [found, { illegal, other }] = await Promise.all([
        complaints.list({ kind, overdue, queue }, new Date(now), at, limit + 1),
        complaints.count(new Date(now)),
      ]);
      return {
        items: found.slice(0, limit).map((kept) => presentComplaint(kept, now)),
        open: illegal.open + other.open,
        overdue: illegal.overdue + other.overdue,
        next_cursor: found.length > limit ? String(at + limit) : null,
      };
    },
    getDeskComplaint: ({ params }) => readWhole(params.id as Uuid),
    async decideComplaint({ params, body }, { caller }) {
      await deps.decide(params.id as Uuid, body, caller);
      return { status: 1, complaint: await readWhole(params.id as Uuid) };
    },
  };
}
