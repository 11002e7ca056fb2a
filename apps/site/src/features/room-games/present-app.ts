import type { Payload, Room } from '@klieg/contract';
import { TIP_GOAL } from '@klieg/contract/features/room-games/goal-limits';
import type { AppState } from '@klieg/contract/features/room-games/room-keys';
import { assert, toInstant } from '@klieg/kernel';
import { type AppKind, kindOf } from './app-kinds.ts';
import type { AppRow } from './app-store.ts';
import { type GoalClosing, type GoalState, stepOf } from './goal-rules.ts';

type GoalEvent = Omit<Payload<'v3.app.goal'>, 'seq'>;

function knownKindOf({ type }: Pick<AppRow, 'type'>): AppKind {
  const kind = kindOf(type);
  assert(kind, `an app of the unknown type ${type} is installed`);
  return kind;
}

const planOf = (row: AppRow) => knownKindOf(row).planOf(row.config);

/** An app as calls and pages see it (http page, 17.1); `status` and `last_username` are ours. */
export function presentApp(row: AppRow): AppState {
  const { state, version } = row;
  const { name } = knownKindOf(row);
  const common = {
    status: state.status,
    raised: state.raised,
    target: stepOf(planOf(row), state).target,
    last_username: state.lastUsername,
  };
  const own =
    row.type === TIP_GOAL
      ? { reached_at: state.reachedAt === null ? null : toInstant(state.reachedAt) }
      : { index: state.step, round: state.round };
  return { type: row.type, name, config: { ...row.config }, state: { ...common, ...own }, version };
}

/** The goal as it is now (v3.app.goal). */
export function goalEventOf(row: AppRow): GoalEvent {
  const { state, type, feedNumber } = row;
  const plan = planOf(row);
  const goal = stepOf(plan, state);
  return {
    app_id: type,
    status: state.status,
    title: goal.label,
    target: goal.target,
    current: state.raised,
    round: state.round,
    ...(plan.isAuto && { step: state.step + 1, steps: plan.steps.length }),
    ...(state.lastUsername !== null && { last_username: state.lastUsername }),
    feed_seq: feedNumber,
    ...(state.reachedAt !== null && state.status === 'reached' && { reached_at: state.reachedAt }),
  };
}

/** A goal that was reached on the way to the present one (S1212). */
export const closingEventOf = (row: AppRow, closing: GoalClosing): GoalEvent => ({
  app_id: row.type,
  status: 'reached',
  title: closing.label,
  target: closing.target,
  current: closing.target,
  round: closing.round,
  ...(planOf(row).isAuto && { step: closing.step + 1, steps: planOf(row).steps.length }),
  ...(closing.username !== null && { last_username: closing.username }),
  feed_seq: closing.number,
  reached_at: closing.at,
});

/** Three rows for pages that draw no goal of their own (GAMES-003). */
export function panelsOf(rows: readonly AppRow[]): Room['app_panels'] {
  const row = rows.find(({ isExclusive }) => isExclusive);
  if (!row) return { app_panel: null, tip_panel: null };
  const goal = stepOf(planOf(row), row.state);
  return {
    app_panel: {
      row1_label: 'Goal',
      row1_value: goal.label,
      row2_label: 'Raised',
      row2_value: `${row.state.raised} / ${goal.target}`,
      row3_label: 'Last tip',
      row3_value: row.state.lastUsername ?? '',
    },
    tip_panel: null,
  };
}

/** Ids of the app in the slot and of the modules. */
export const idsOf = (rows: readonly AppRow[]) => ({
  appId: rows.find(({ isExclusive }) => isExclusive)?.type ?? null,
  moduleIds: rows.filter(({ isExclusive }) => !isExclusive).map(({ type }) => type),
});

/** True while a goal is shown on cards and counts. */
export const isShown = ({ status }: GoalState): boolean => status === 'running' || status === 'reached';
