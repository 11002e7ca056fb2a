import type { Api, DeskComplaint, DeskComplaintWhole, OwnComplaint, ResultOf } from '@klieg/contract';
import { type AccountId, toInstant } from '@klieg/kernel';
import { canAppeal } from './complaint-appeals.ts';
import { actionsOf } from './complaint-rules.ts';
import type { ComplaintDeed, KeptComplaint } from './complaint-store.ts';
import type { KeptCounter } from './counter-store.ts';
import { sightOf } from './decide-complaint.ts';
import type { ComplaintItem } from './item-store.ts';
import { evidenceUrl } from './serve-evidence.ts';

/** As the desk's list has it: without name and text of the complainant. */
export const presentComplaint = (kept: KeptComplaint, nowMs: number): DeskComplaint => ({
  id: kept.id,
  number: kept.number,
  kind: kept.kind,
  state: kept.state,
  created_at: toInstant(kept.createdAt),
  due_at: toInstant(kept.dueAt),
  overdue:
    kept.askedAt === null &&
    kept.dueAt.getTime() < nowMs &&
    (kept.state === 'open' || kept.state === 'in_review' || kept.state === 'appealed'),
  waits_for_answer: kept.askedAt !== null,
  counter_open: kept.counter === 'open' && kept.state === 'actioned',
  revision: kept.revision,
  about: [...kept.about],
  withheld: kept.withheld,
});

const presentCounter = (counter: KeptCounter): DeskComplaintWhole['counter'] => ({
  by: counter.by,
  statement: counter.statement,
  signature: counter.signature,
  address: counter.address,
  state: counter.state,
  created_at: toInstant(counter.createdAt),
  restore_at: counter.restoreAt && toInstant(counter.restoreAt),
});

export const presentWholeComplaint = (
  kept: KeptComplaint,
  more: {
    readonly items: readonly ComplaintItem[];
    readonly deeds: readonly ComplaintDeed[];
    readonly counter: KeptCounter | undefined;
    readonly nowMs: number;
  },
): DeskComplaintWhole => ({
  ...presentComplaint(kept, more.nowMs),
  urls: [...kept.urls],
  relation: kept.relation,
  name: kept.name,
  email: kept.email,
  phone: kept.phone,
  statement: kept.statement,
  signature: kept.signature,
  legal_hold: kept.legalHold,
  items: more.items.map(({ id, kind, owner, isCopy, state, blobs }) => ({
    id,
    kind,
    owner,
    is_copy: isCopy,
    state,
    url: blobs.length > 0 ? evidenceUrl(id) : null,
  })),
  actions: actionsOf(sightOf(kept)),
  counter: more.counter ? presentCounter(more.counter) : null,
  history: more.deeds.map((deed) => ({ ...deed, at: toInstant(deed.at) })),
});

/** For the person whose content it concerns. */
export const presentOwnComplaint = (
  kept: KeptComplaint,
  items: readonly ComplaintItem[],
  owner: AccountId,
  nowMs: number,
): OwnComplaint => ({
  id: kept.id,
  number: kept.number,
  kind: kept.kind,
  state: kept.state,
  items: items
    .filter(({ ownerId, kind }) => ownerId === owner && kind !== 'page')
    .map(({ kind, state }) => ({ kind, state })),
  reasons: kept.reasons || null,
  decided_at: kept.decidedAt && toInstant(kept.decidedAt),
  can_counter: kept.kind === 'copyright' && kept.state === 'actioned' && kept.counter === null,
  can_appeal: canAppeal(kept, 'owner', nowMs),
  counter: kept.counter && {
    state: kept.counter,
    restore_at: kept.restoreAt && toInstant(kept.restoreAt),
  },
});

/** For the holder of the receipt. */
export const presentReceipt = (
  kept: KeptComplaint,
  question: string | undefined,
  nowMs: number,
): ResultOf<Api['getComplaint']> => ({
  number: kept.number,
  state: kept.state,
  due_at: toInstant(kept.dueAt),
  outcome: kept.outcome,
  reasons: kept.reasons || null,
  withheld: kept.withheld,
  asked: kept.askedAt === null ? null : (question ?? null),
  can_appeal: canAppeal(kept, 'complainant', nowMs),
  counter:
    kept.counter === 'open' || kept.counter === 'accepted'
      ? { restore_at: kept.restoreAt && toInstant(kept.restoreAt) }
      : null,
});
