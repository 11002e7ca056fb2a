import type { Appeal, OwnSanction, Report, ReportWhole } from '@klieg/contract';
import { type AccountId, toInstant } from '@klieg/kernel';
import type { ListedAppeal } from './appeal-store.ts';
import type { RunningSanction } from './house-sanction-store.ts';
import { reportDueMs, TAKEN_MS } from './case-clocks.ts';
import type { CaseDeed, KeptCase, PriorCase, ToldReport } from './report-desk-store.ts';

const stateOf = ({ state, assigneeId }: KeptCase): Report['state'] => {
  if (state !== 'received') return state;
  return assigneeId === null ? 'open' : 'in_review';
};

/** A case as a list shows it: that there is a picture, not where. */
export const presentCase = (held: KeptCase): Report => ({
  id: held.id,
  kind: held.kind,
  target: held.target,
  reason: held.reason,
  text: held.text,
  created_at: toInstant(held.createdAt),
  state: stateOf(held),
  reporter: held.reporter,
  evidence: held.hasStill ? [{ id: 'still', kind: 'still', url: '', at: toInstant(held.createdAt) }] : [],
  assignee: held.assignee,
  due_at: toInstant(reportDueMs(held, held.createdAt.getTime())),
  subject: held.subject,
  is_urgent: held.isUrgent,
  reports: held.reports,
});

const takenUntil = ({ state, assigneeId, assignedAt, createdAt }: KeptCase): string | null =>
  state === 'received' && assigneeId !== null
    ? toInstant((assignedAt ?? createdAt).getTime() + TAKEN_MS)
    : null;

/** A case with everything known about it, including its pictures, which are for this one reader. */
export const presentWholeCase = (
  held: KeptCase,
  more: {
    readonly actions: ReportWhole['actions'];
    readonly deeds: readonly CaseDeed[];
    readonly prior: readonly PriorCase[];
    readonly told: readonly ToldReport[];
  },
): ReportWhole => ({
  ...presentCase(held),
  evidence: more.told.flatMap(({ id, at, still }) =>
    still
      ? [
          {
            id,
            kind: 'still' as const,
            url: `data:image/jpeg;base64,${still.toString('base64')}`,
            at: toInstant(at),
          },
        ]
      : [],
  ),
  taken_until: takenUntil(held),
  snapshot: held.evidence,
  told: more.told.map(({ id, at, by, reason, text }) => ({ id, at: toInstant(at), by, reason, text })),
  actions: more.actions,
  history: more.deeds.map((deed) => ({ ...deed, at: toInstant(deed.at) })),
  prior: more.prior.map((one) => ({ ...one, at: toInstant(one.at) })),
});

export const presentOwnSanction = (kept: RunningSanction): OwnSanction => ({
  id: kept.id,
  kind: kept.kind,
  scope: kept.scope,
  at: toInstant(kept.at),
  until: kept.until && toInstant(kept.until),
  reason_code: kept.reasonCode,
  statement: kept.statement,
  can_appeal: kept.appealState === null,
  appeal: kept.appealState && { state: kept.appealState, statement: kept.appealStatement },
});

export const presentAppeal = (kept: ListedAppeal, reader: AccountId): Appeal => ({
  id: kept.id,
  about: kept.about,
  username: kept.username,
  text: kept.text,
  created_at: toInstant(kept.createdAt),
  due_at: toInstant(kept.dueAt),
  state: kept.state,
  decision: {
    at: toInstant(kept.decidedAt),
    by: kept.decidedBy,
    reason_code: kept.reasonCode,
    statement: kept.statement,
  },
  is_own: kept.decidedById === reader,
});
