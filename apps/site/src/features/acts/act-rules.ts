import type { Act } from '@klieg/contract/features/acts/http';
import { CONTEST_HOURS } from '@klieg/contract/features/acts/limits';
import { toInstant } from '@klieg/kernel';
import { HOUR_MS } from '@klieg/kernel/time';
import type { ActRow } from './act-store.ts';

/* Sold acts (S1205): what each side sees of them, and what it may do. Pure. */

const CONTEST_MS = CONTEST_HOURS * HOUR_MS;

export type ActAction = 'done' | 'return' | 'contest';

/** Whether somebody may do this with an act; other people's acts answer as nonexistent. */
export function judgeAct(
  act: Pick<ActRow, 'modelId' | 'payerId'> | undefined,
  action: ActAction,
  accountId: ActRow['modelId'],
): 'common.not_found' | 'common.forbidden' | null {
  if (!act || (act.modelId !== accountId && act.payerId !== accountId)) return 'common.not_found';
  const isModel = act.modelId === accountId;
  return isModel === (action !== 'contest') ? null : 'common.forbidden';
}

/** The name of its state on the wire: on its way back counts as returned. */
export const stateOf = ({ state }: Pick<ActRow, 'state'>): Act['state'] =>
  state === 'returning' ? 'returned' : state;

/** Until when the payer may say that it was not given; undefined: not now. */
export function contestUntil(
  { state, doneAt, contestedAt }: Pick<ActRow, 'state' | 'doneAt' | 'contestedAt'>,
  nowMs: number,
): number | undefined {
  if (state !== 'done' || doneAt === null || contestedAt !== null) return undefined;
  const untilMs = doneAt.getTime() + CONTEST_MS;
  return untilMs > nowMs ? untilMs : undefined;
}

/** Why the payer cannot report now that it was not given; null: they can, or already have. */
export function contestRefusal(
  act: Pick<ActRow, 'state' | 'doneAt' | 'contestedAt'>,
  nowMs: number,
): 'owed' | 'returned' | 'late' | null {
  if (act.contestedAt !== null) return null;
  if (act.state === 'owed') return 'owed';
  if (act.state !== 'done') return 'returned';
  return contestUntil(act, nowMs) === undefined ? 'late' : null;
}

/** An act as calls show it. @param names of people the reader may know */
export function presentAct(act: ActRow, names: ReadonlyMap<ActRow['modelId'], string>, nowMs: number): Act {
  const until = contestUntil(act, nowMs);
  return {
    id: act.id,
    app_id: act.appId,
    label: act.label,
    tokens: act.tokens,
    payer: names.get(act.payerId) ?? null,
    model: names.get(act.modelId) ?? null,
    at: toInstant(act.soldAt.getTime()),
    state: stateOf(act),
    contest_until: until === undefined ? null : toInstant(until),
    is_contested: act.contestedAt !== null,
    return_at: act.state === 'owed' ? toInstant(act.returnAt.getTime()) : null,
  };
}
