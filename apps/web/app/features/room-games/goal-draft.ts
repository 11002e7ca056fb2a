import {
  AUTO_TIP_GOAL,
  GOAL_LABEL_MAX,
  GOAL_SUBJECT_MAX,
  GOAL_TOKENS_DEFAULT,
  GOAL_TOKENS_MAX,
  GOAL_TOKENS_MIN,
  TIP_GOAL,
} from '@klieg/contract/features/room-games/goal-limits';
import type { App } from './goal-state.ts';
import { type Goal, goalsOfConfig } from './read-goal.ts';

/*
 * A tip goal as it is typed, before it is installed or while it is changed. Pure.
 */

/** One goal of the form. */
export interface DraftGoal {
  /** Stays with the row while others come and go. */
  readonly key: number;
  readonly label: string;
  readonly target: string;
}

export interface GoalDraft {
  readonly isSeveral: boolean;
  /** With one goal only the first counts; the others are kept while the performer decides. */
  readonly goals: readonly DraftGoal[];
  /** What becomes the room's subject when the one goal is reached. */
  readonly subjectDone: string;
  readonly repeats: boolean;
  /** The changed goal and its version; null for a new goal. */
  readonly changes: Pick<App, 'type' | 'version'> | null;
}

export type GoalField = 'label' | 'target' | 'subject_done';

/** Sentences below fields, by the path that the server gives a field. */
export type GoalFaults = ReadonlyMap<string, GoalField>;

/** A draft of a new goal. */
export const newDraft = (): GoalDraft => ({
  isSeveral: false,
  goals: [{ key: 0, label: '', target: String(GOAL_TOKENS_DEFAULT) }],
  subjectDone: '',
  repeats: false,
  changes: null,
});

/** A draft that changes an installed goal. */
export function draftOf({ type, version, config }: App): GoalDraft {
  const { subject_done: subject, repeat } = config;
  return {
    isSeveral: type === AUTO_TIP_GOAL,
    goals: goalsOfConfig(config).map(({ label, target }, key) => ({ key, label, target: String(target) })),
    subjectDone: typeof subject === 'string' ? subject : '',
    repeats: repeat === true,
    changes: { type, version },
  };
}

/** Adds a goal below the others. */
export function addGoal(draft: GoalDraft): GoalDraft {
  const key = Math.max(...draft.goals.map((goal) => goal.key)) + 1;
  return { ...draft, goals: [...draft.goals, { key, label: '', target: String(GOAL_TOKENS_DEFAULT) }] };
}

/** Takes a goal out; the last one stays. */
export const removeGoal = (draft: GoalDraft, key: number): GoalDraft =>
  draft.goals.length > 1 ? { ...draft, goals: draft.goals.filter((goal) => goal.key !== key) } : draft;

/** Changes what is typed for one goal. */
export const changeGoal = (draft: GoalDraft, key: number, change: Partial<DraftGoal>): GoalDraft => ({
  ...draft,
  goals: draft.goals.map((goal) => (goal.key === key ? { ...goal, ...change } : goal)),
});

/** The goals that will be installed. */
export const goalsOf = ({ isSeveral, goals }: GoalDraft): readonly DraftGoal[] =>
  isSeveral ? goals : goals.slice(0, 1);

/** What the server calls a field. */
export const pathOf = (draft: GoalDraft, index: number, field: GoalField): string =>
  draft.isSeveral ? `goals.${index}.${field}` : field;

const targetOf = (text: string): number | undefined => {
  const digits = text.trim();
  const tokens = /^\d{1,7}$/u.test(digits) ? Number(digits) : 0;
  return tokens >= GOAL_TOKENS_MIN && tokens <= GOAL_TOKENS_MAX ? tokens : undefined;
};

/** Every field that would be refused; empty when the draft can be sent. */
export function faultsOf(draft: GoalDraft): GoalFaults {
  const faults = new Map<string, GoalField>();
  for (const [index, { label, target }] of goalsOf(draft).entries()) {
    if (!label.trim() || label.trim().length > GOAL_LABEL_MAX)
      faults.set(pathOf(draft, index, 'label'), 'label');
    if (targetOf(target) === undefined) faults.set(pathOf(draft, index, 'target'), 'target');
  }
  if (!draft.isSeveral && draft.subjectDone.trim().length > GOAL_SUBJECT_MAX)
    faults.set('subject_done', 'subject_done');
  return faults;
}

/** Earlier errors that still exist; those only found by the server can be sent again. */
export function remainingFaults(before: GoalFaults, draft: GoalDraft): GoalFaults {
  if (before.size === 0) return before;
  const now = faultsOf(draft);
  return new Map([...before].filter(([path]) => now.has(path)));
}

/** The server's errors, by the fields of this form; others are left out. */
export function readFaults(fields: readonly { readonly path: string }[]): GoalFaults {
  const faults = new Map<string, GoalField>();
  for (const { path } of fields) {
    const field = (['label', 'target', 'subject_done'] as const).find(
      (known) => path === known || path.endsWith(`.${known}`),
    );
    if (field) faults.set(path, field);
  }
  return faults;
}

/** What is sent for a draft without errors. */
export function configOf(draft: GoalDraft): { readonly type: number; readonly config: App['config'] } {
  const goals = goalsOf(draft).map(({ label, target }) => ({
    label: label.trim(),
    target: targetOf(target) ?? GOAL_TOKENS_DEFAULT,
  }));
  if (draft.isSeveral) return { type: AUTO_TIP_GOAL, config: { goals, repeat: draft.repeats } };
  return { type: TIP_GOAL, config: { ...goals[0], subject_done: draft.subjectDone.trim() || null } };
}

/** True when saving begins a new round: the target differs from the installed one. */
export function beginsAnew(draft: GoalDraft, installed: App | null): boolean {
  if (!installed || !draft.changes) return false;
  const before = draftOf(installed);
  const targets = (one: GoalDraft) =>
    goalsOf(one)
      .map(({ target }) => target.trim())
      .join();
  return (
    draft.isSeveral !== before.isSeveral ||
    (draft.isSeveral && draft.repeats !== before.repeats) ||
    targets(draft) !== targets(before)
  );
}

/** The goal as the room will see it: with the current amount, if it continues. */
export function previewOf(draft: GoalDraft, running: Goal | undefined, isAnew: boolean): Goal {
  const goals = goalsOf(draft);
  const isKept = draft.changes !== null && running !== undefined && !isAnew;
  const step = isKept ? Math.min(running.step, goals.length) : 1;
  const goal = goals[step - 1];
  return {
    appId: draft.isSeveral ? AUTO_TIP_GOAL : TIP_GOAL,
    status: 'running',
    round: 1,
    current: 0,
    lastUsername: '',
    ...(isKept && running),
    title: goal?.label.trim() ?? '',
    target: targetOf(goal?.target ?? '') ?? GOAL_TOKENS_DEFAULT,
    step,
    steps: goals.length,
  };
}
