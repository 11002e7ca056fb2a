import type { Payload, Room } from '@klieg/contract';
import { TIP_GOAL } from '@klieg/contract/features/room-games/goal-limits';
import type { AppState, TipPanel } from '@klieg/contract/features/room-games/room-keys';
import { TIP_MENU } from '@klieg/contract/features/acts/limits';
import { assert, toInstant } from '@klieg/kernel';
import { kindOf, planOf } from './app-kinds.ts';
import type { AppRow } from './app-store.ts';
import { type GoalClosing, type GoalState, stepOf } from './goal-rules.ts';

type GoalEvent = Omit<Payload<'v3.app.goal'>, 'seq'>;

/** True for an app that counts tips for a goal. */
export const isGoal = ({ type }: Pick<AppRow, 'type'>): boolean => kindOf(type)?.goal !== undefined;

function goalPlanOf(row: AppRow) {
  const plan = planOf(row);
  assert(plan, `an app of the type ${row.type} has no goal`);
  return plan;
}

/** State of a goal as calls show it; `status` and `last_username` are ours. */
export function presentGoal(row: AppRow): AppState['state'] {
  const { state } = row;
  const common = {
    status: state.status,
    raised: state.raised,
    target: stepOf(goalPlanOf(row), state).target,
    last_username: state.lastUsername,
  };
  const own =
    row.type === TIP_GOAL
      ? { reached_at: state.reachedAt === null ? null : toInstant(state.reachedAt) }
      : { index: state.step, round: state.round };
  return { ...common, ...own };
}

/** The goal as it is now (v3.app.goal). */
export function goalEventOf(row: AppRow): GoalEvent {
  const { state, type, feedNumber } = row;
  const plan = goalPlanOf(row);
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
  ...(goalPlanOf(row).isAuto && { step: closing.step + 1, steps: goalPlanOf(row).steps.length }),
  ...(closing.username !== null && { last_username: closing.username }),
  feed_seq: closing.number,
  reached_at: closing.at,
});

/** The goal that takes the room's slot. */
export const findGoal = (rows: readonly AppRow[]): AppRow | undefined =>
  rows.find((row) => row.isExclusive && isGoal(row));

/** What can be bought by a tip of exactly its price. */
function tipPanelOf(apps: readonly AppState[]): TipPanel | null {
  const state = apps.find(({ type }) => type === TIP_MENU)?.state as MenuState | undefined;
  if (!state?.items?.length) return null;
  const options = state.items.map(({ item_id: value, label, price }) => ({ label, value, tokens: price }));
  return { label: 'Tip menu', radio_options: options };
}

/** As much of a menu's state as the panel shows. */
interface MenuState {
  readonly items?: readonly { readonly item_id: string; readonly label: string; readonly price: number }[];
}

/**
 * Rows for pages that draw no goal or menu of their own (GAMES-003).
 * @param apps the same apps as pages see them
 */
export function panelsOf(rows: readonly AppRow[], apps: readonly AppState[]): Room['app_panels'] {
  const tipPanel = tipPanelOf(apps);
  const row = findGoal(rows);
  if (!row) return { app_panel: null, tip_panel: tipPanel };
  const goal = stepOf(goalPlanOf(row), row.state);
  return {
    app_panel: {
      row1_label: 'Goal',
      row1_value: goal.label,
      row2_label: 'Raised',
      row2_value: `${row.state.raised} / ${goal.target}`,
      row3_label: 'Last tip',
      row3_value: row.state.lastUsername ?? '',
    },
    tip_panel: tipPanel,
  };
}

/** Ids of the app in the slot and of the modules. */
export const idsOf = (rows: readonly AppRow[]) => ({
  appId: rows.find(({ isExclusive }) => isExclusive)?.type ?? null,
  moduleIds: rows.filter(({ isExclusive }) => !isExclusive).map(({ type }) => type),
});

/** True while a goal is shown on cards and counts. */
export const isShown = ({ status }: GoalState): boolean => status === 'running' || status === 'reached';
