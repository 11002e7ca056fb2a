import type { Payload } from '@klieg/contract';
import type { App, GoalTold } from './goal-state.ts';

/** A tip goal as it is shown. */
export interface Goal {
  readonly appId: number;
  readonly status: Payload<'v3.app.goal'>['status'];
  readonly title: string;
  readonly target: number;
  /** Tokens of this round; above the target once it is reached. */
  readonly current: number;
  readonly round: number;
  /** Which of how many goals, from 1. */
  readonly step: number;
  readonly steps: number;
  /** Sender of the last tip; empty before the first, and for hidden people. */
  readonly lastUsername: string;
}

const STATUSES = ['running', 'reached', 'paused', 'ended'] as const;

const isTold = (value: unknown): value is GoalTold => typeof value === 'object' && value !== null;
const text = (value: unknown): string => (typeof value === 'string' ? value : '');
const count = (value: unknown, other: number): number => (typeof value === 'number' ? value : other);

/** The goals that an app was installed with; one, where it has no list. */
export function goalsOfConfig(
  config: GoalTold,
): readonly { readonly label: string; readonly target: number }[] {
  const { goals } = config;
  return (Array.isArray(goals) ? goals : [config])
    .filter(isTold)
    .map(({ label, target }) => ({ label: text(label), target: count(target, 0) }));
}

/** The latest goal; undefined if its words are unknown. */
export function readGoal(told: GoalTold | null): Goal | undefined {
  if (!told) return undefined;
  const status = STATUSES.find((known) => known === told['status']);
  const target = count(told['target'], 0);
  if (!status || target <= 0) return undefined;
  const { config } = told;
  const goals = isTold(config) ? goalsOfConfig(config) : [];
  // An app's state counts its goals from 0, an event from 1.
  const step = count(told['step'], count(told['index'], 0) + 1);
  return {
    appId: count(told['app_id'], 0),
    status,
    title: text(told['title'] ?? goals[step - 1]?.label),
    target,
    current: count(told['current'], 0),
    round: count(told['round'], 1),
    step,
    steps: count(told['steps'], Math.max(1, goals.length)),
    lastUsername: text(told['last_username']),
  };
}

/** True for the apps that are goals, of an answer that may hold others. */
export const isGoalApp = ({ state }: App): boolean => 'target' in state;

/** Progress in whole percent: 100 only when complete. */
export const percentOf = ({ current, target }: Goal): number =>
  Math.min(100, Math.floor((current / target) * 100));
