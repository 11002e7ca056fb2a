import type { Api, CaseState, ComplaintAction, ResultOf } from '@klieg/contract';
import { DAY_MS } from '@klieg/kernel/time';
import { afterBusinessDays } from '../content-pages/index.ts';

/* What can be done with a complaint, and its deadlines. Pure; all times in Unix milliseconds. */

export type ComplaintKind = ResultOf<Api['getDeskComplaint']>['kind'];
export type CounterState = 'open' | 'accepted' | 'rejected' | 'restored';
/** The decision. */
export type Outcome = 'removed' | 'rejected' | 'restored';

/** How long the complainant has to answer a question; then the clock continues without it. */
export const ANSWER_MS = 14 * DAY_MS;
/**
 * What was removed comes back after this many business days, unless the complainant goes to court (17 USC
 * 512(g)(2)(C)).
 */
const COUNTER_DAYS = 10;
const APPEAL_DAYS = 7;
/** A decision can be appealed for six months. */
const APPEALABLE_MS = 183 * DAY_MS;

/** Its content is hidden before anybody has looked at it. */
export const isQuarantined = (kind: ComplaintKind): boolean =>
  kind === 'illegal' || kind === 'non_consensual' || kind === 'take_it_down';

/** Nobody's answer is waited for where somebody is harmed meanwhile. */
export const canClockStop = (kind: ComplaintKind): boolean => !isQuarantined(kind);

export interface ComplaintSight {
  readonly state: CaseState;
  readonly outcome: Outcome | null;
  /** Somebody waits for the complainant's answer. */
  readonly isAsked: boolean;
  readonly counter: CounterState | null;
}

/** What staff can do with it now, the main action first. */
export function actionsOf({ state, outcome, isAsked, counter }: ComplaintSight): ComplaintAction[] {
  switch (state) {
    case 'open':
    case 'in_review':
      return ['remove', 'reject', ...(isAsked ? [] : (['request_info'] as const))];
    case 'actioned':
      if (counter === 'open') return ['counter', 'reject', 'restore'];
      return counter === 'accepted' ? ['restore', 'reject'] : ['restore'];
    case 'closed':
      return outcome === 'removed' ? ['restore'] : [];
    case 'dismissed':
    case 'appealed':
      return [];
    default:
      return state satisfies never;
  }
}

/** When the time begins again after an answer, all that was waited is added. */
export const dueAfterAnswer = (kind: ComplaintKind, dueMs: number, askedMs: number, nowMs: number): number =>
  canClockStop(kind) ? dueMs + Math.min(ANSWER_MS, Math.max(0, nowMs - askedMs)) : dueMs;

export const restoreAtMs = (nowMs: number): number => afterBusinessDays(nowMs, COUNTER_DAYS);
export const appealDueMs = (nowMs: number): number => afterBusinessDays(nowMs, APPEAL_DAYS);
export const isAppealable = (decidedMs: number, nowMs: number): boolean => nowMs < decidedMs + APPEALABLE_MS;
