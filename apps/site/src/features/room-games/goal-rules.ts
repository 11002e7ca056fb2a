import { assert, type Uuid } from '@klieg/kernel';

/*
 * Tip goals (machine 12, S1210 to S1214): what a payment changes. Pure: the same payments give the same state,
 * on every node and after every crash.
 */

/** A show waits for no hour as an ended broadcast does (S1202). */
export type PauseCause = 'show' | 'offline';

/** One goal on the way. */
export interface GoalStep {
  readonly label: string;
  readonly target: number;
}

/** How goals follow each other. */
export interface GoalPlan {
  readonly steps: readonly GoalStep[];
  /** A reached goal is followed by the next, which begins with the surplus. */
  readonly isAuto: boolean;
  /** After the last step the first begins again. */
  readonly repeats: boolean;
}

/** A reached goal, as the room was or will be told. */
export interface GoalClosing {
  readonly round: number;
  readonly step: number;
  readonly label: string;
  readonly target: number;
  /** The sender of the tip that reached it, and that tip's full amount. */
  readonly username: string | null;
  readonly tokens: number;
  /** The tip's number in the feed. */
  readonly number: number;
  readonly at: number;
}

export type GoalStatus = 'running' | 'reached' | 'paused' | 'ended';

export interface GoalState {
  readonly status: GoalStatus;
  /** Place in the plan, from 0. */
  readonly step: number;
  /** Grows with each goal that is reached, from 1. */
  readonly round: number;
  /** Tokens of this round. */
  readonly raised: number;
  /** Payments with a greater number belong to this round. */
  readonly roundFrom: number;
  /** Newest tips of this round that did not count, by number: nothing is subtracted when they are reversed. */
  readonly skipped?: readonly number[];
  /** What the payment that closed the last round left for this one. */
  readonly carried: { readonly number: number; readonly tokens: number } | null;
  readonly reachedAt: number | null;
  readonly lastUsername: string | null;
  /** Since when a private or the end of the broadcast stops it. */
  readonly pausedAt: number | null;
  /** The status that a pause interrupted. */
  readonly pausedFrom: 'running' | 'reached' | null;
  /** What stops it; absent: the end of the broadcast. */
  readonly pausedBy?: PauseCause;
  /** The newest goals that were reached. */
  readonly closings: readonly GoalClosing[];
}

/** A payment that counts. */
export interface GoalTip {
  readonly id: Uuid;
  readonly number: number;
  readonly tokens: number;
  readonly username: string | null;
  readonly at: number;
}

/** Kinds of tips that count; spending for shows does not (S1214). */
const COUNTED: ReadonlySet<string> = new Set([
  'tip',
  'tip_menu',
  'app',
  'split',
  'pm',
  'feed',
  'offline',
  'fans',
]);
/** How many are announced one by one: if one tip closes more, only their number is told. */
const CLOSINGS_KEPT = 100;
const SKIPPED_KEPT = 1_000;

export const countsForGoal = (tipType: string): boolean => COUNTED.has(tipType);

/** A goal that begins after the given number of the feed. */
export const beginGoal = (feedNumber: number): GoalState => ({
  status: 'running',
  step: 0,
  round: 1,
  raised: 0,
  roundFrom: feedNumber,
  carried: null,
  reachedAt: null,
  lastUsername: null,
  pausedAt: null,
  pausedFrom: null,
  closings: [],
});

const isOver = ({ status }: GoalState): boolean => status === 'paused' || status === 'ended';

/** Adds a payment; it may reach several goals, each of which is a closing (S1211, S1212). */
export function addTip(state: GoalState, plan: GoalPlan, tip: GoalTip): GoalState {
  if (isOver(state)) return skipTip(state, tip.number);
  let now: GoalState = { ...state, raised: state.raised + tip.tokens, lastUsername: tip.username };
  while (now.status === 'running') {
    const goal = stepOf(plan, now);
    if (now.raised < goal.target) return now;
    now = closeRound(now, plan, goal, tip);
  }
  return now;
}

/** Passes over a tip that does not count: one in a show, or a highlight. */
export const skipTip = (state: GoalState, number: number): GoalState =>
  state.status === 'ended'
    ? state
    : { ...state, skipped: [...(state.skipped ?? []), number].slice(-SKIPPED_KEPT) };

export function stepOf(plan: GoalPlan, { step }: Pick<GoalState, 'step'>): GoalStep {
  const goal = plan.steps[step];
  assert(goal, `a goal has no step ${step}`);
  return goal;
}

function closeRound(state: GoalState, plan: GoalPlan, goal: GoalStep, tip: GoalTip): GoalState {
  const closing: GoalClosing = {
    round: state.round,
    step: state.step,
    label: goal.label,
    target: goal.target,
    username: tip.username,
    tokens: tip.tokens,
    number: tip.number,
    at: tip.at,
  };
  const closings = [...state.closings, closing].slice(-CLOSINGS_KEPT);
  const isLast = state.step + 1 === plan.steps.length;
  if (!plan.isAuto || (isLast && !plan.repeats))
    return { ...state, status: 'reached', reachedAt: tip.at, closings };
  const rest = state.raised - goal.target;
  return {
    ...state,
    step: isLast ? 0 : state.step + 1,
    round: state.round + 1,
    raised: rest,
    roundFrom: tip.number,
    skipped: [],
    carried: { number: tip.number, tokens: rest },
    reachedAt: tip.at,
    closings,
  };
}

/** Takes a payment back that was refunded: from a round that runs or pauses, a finished one stays (S14). */
export function takeBack(
  state: GoalState,
  { number, tokens }: { readonly number: number; readonly tokens: number },
): GoalState {
  const isOpen = state.status === 'running' || (state.status === 'paused' && state.pausedFrom !== 'reached');
  if (!isOpen) return state;
  if (state.carried?.number === number) {
    const taken = Math.min(tokens, state.carried.tokens);
    const carried = { number, tokens: state.carried.tokens - taken };
    return { ...state, carried, raised: Math.max(0, state.raised - taken) };
  }
  if (number <= state.roundFrom || state.skipped?.includes(number)) return state;
  return { ...state, raised: Math.max(0, state.raised - tokens) };
}

/**
 * The broadcast or the public show pauses: nothing counts until it continues (S1202). If a broadcast ends during a show
 * the time counts from its end.
 */
export function pauseGoal(state: GoalState, at: number, by: PauseCause): GoalState {
  const isShowOver = state.status === 'paused' && state.pausedBy === 'show' && by === 'offline';
  if (isShowOver) return { ...state, pausedAt: at, pausedBy: by };
  return state.status === 'running' || state.status === 'reached'
    ? { ...state, status: 'paused', pausedAt: at, pausedFrom: state.status, pausedBy: by }
    : state;
}

export function resumeGoal(state: GoalState): GoalState {
  if (state.status !== 'paused') return state;
  const { pausedBy: _, ...rest } = state;
  return { ...rest, status: state.pausedFrom ?? 'running', pausedAt: null, pausedFrom: null };
}

/** A show is over; a broadcast that ended with it continues when it comes back. */
export const resumeAfterShow = (state: GoalState): GoalState =>
  state.pausedBy === 'show' ? resumeGoal(state) : state;

/** A goal whose broadcast has been away for too long: it ends. */
export const isForgotten = ({ status, pausedBy, pausedAt }: GoalState, beforeMs: number): boolean =>
  status === 'paused' && pausedBy !== 'show' && pausedAt! < beforeMs;

/** A goal whose broadcast did not come back in time has ended (S1202). */
export const endGoal = (state: GoalState): GoalState =>
  state.status === 'ended' ? state : { ...state, status: 'ended', pausedAt: null, pausedFrom: null };

/** How much of the present goal there is, in whole percent, at most 100. */
export const percentOf = (state: GoalState, plan: GoalPlan): number =>
  Math.min(100, Math.floor((state.raised / stepOf(plan, state).target) * 100));
