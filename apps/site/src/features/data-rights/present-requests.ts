import type { AnswerOf, callsByFeature } from '@klieg/contract';
import { DOWNLOADS_MAX, LINK_MINUTES } from '@klieg/contract/features/data-rights/limits';
import { MINUTE_MS } from '@klieg/kernel/time';
import type { LinkSigner } from './archive/signing.ts';
import type { Deletion, OpenRequest } from './deletions-store.ts';
import type { DeletionSight } from './deletion-rules.ts';
import { holdsOf } from './deletion-rules.ts';
import type { DataExport } from './exports-store.ts';

type Calls = (typeof callsByFeature)['data-rights'];

const text = (at: Date | null): string | null => at?.toISOString() ?? null;

export const linkTo = (one: DataExport, links: LinkSigner, now: number) => {
  const until = Math.min(now + LINK_MINUTES * MINUTE_MS, one.expiresAt?.getTime() ?? 0);
  return {
    url: `/files/exports/${one.id}?until=${until}&sig=${links.sign(one.id, until)}`,
    expires_at: new Date(until).toISOString(),
  };
};

/** State of the newest archive. @param link absent: the caller has not given the password recently */
export function presentExport(
  one: DataExport | undefined,
  of: { readonly stepsCount: number; readonly publicKey: string; readonly url: string | null },
): AnswerOf<Calls['getExport']> {
  const isReady = one?.state === 'ready';
  const isRunning = one?.state === 'making';
  const percent = isRunning ? Math.floor((100 * one.stepsDone) / of.stepsCount) : 0;
  return {
    state: isReady ? 'ready' : isRunning ? 'running' : 'none',
    percent: isReady ? 100 : percent,
    asked_at: text(one?.askedAt ?? null),
    due_at: text(one?.dueAt ?? null),
    url: of.url,
    expires_at: isReady ? text(one.expiresAt) : null,
    size_bytes: isReady ? one.sizeBytes : null,
    downloads: one?.downloads ?? 0,
    downloads_max: DOWNLOADS_MAX,
    is_failed: one?.state === 'failed',
    public_key: of.publicKey,
  };
}

export const presentDeletion = (
  one: Deletion | undefined,
  sight: DeletionSight,
  tokens: number,
): AnswerOf<Calls['getDeletion']> => ({
  state: one?.state === 'waiting' || one?.state === 'held' || one?.state === 'running' ? one.state : 'none',
  delete_at: text(one?.deleteAt ?? null),
  holds: [...holdsOf(sight)],
  tokens,
});

export const presentOpen = (one: OpenRequest, now: number) => ({
  id: one.id,
  kind: one.kind,
  account_id: one.accountId,
  username: one.username,
  state: one.state,
  held_by: one.heldBy,
  has_legal_hold: one.hasLegalHold,
  asked_at: one.askedAt.toISOString(),
  due_at: one.dueAt.toISOString(),
  is_overdue: one.state !== 'held' && one.dueAt.getTime() <= now,
});
