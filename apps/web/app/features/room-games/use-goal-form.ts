import { CallError } from '@klieg/contract/client';
import { showToast } from '@klieg/ui';
import { useLingui } from '@lingui/react/macro';
import { useRef, useState } from 'react';
import { lateApi } from '../../shared/api/late-client.ts';
import { explainError } from '../../shared/errors/explain-error.ts';
import {
  configOf,
  draftOf,
  faultsOf,
  type GoalDraft,
  type GoalFaults,
  readFaults,
  remainingFaults,
} from './goal-draft.ts';
import type { App } from './goal-state.ts';
import { isGoalApp } from './read-goal.ts';

const noFaults: GoalFaults = new Map();
/** Refusals which mean that the page is outdated. */
const OUTDATED: readonly string[] = ['room_games.stale', 'room_games.not_installed'];

/** What a performer types about the goal, and does with it. What follows from it comes by the room's socket. */
export interface GoalForm {
  /** Undefined while the form is closed. */
  readonly draft: GoalDraft | undefined;
  readonly faults: GoalFaults;
  readonly isBusy: boolean;
  /** The goal was changed elsewhere, and the form shows it as it is now. */
  readonly wasStale: boolean;
  /** Opens the form with this, and closes it with undefined. */
  readonly show: (draft: GoalDraft | undefined) => void;
  readonly change: (draft: GoalDraft) => void;
  /** Each answers true when the server has taken it. */
  readonly save: () => Promise<boolean>;
  readonly startOver: (app: App) => Promise<boolean>;
  readonly end: (app: App) => Promise<boolean>;
}

const send = (draft: GoalDraft): Promise<unknown> => {
  const { type, config } = configOf(draft);
  if (draft.changes?.type !== type) return lateApi.installApp({ body: { type, config } });
  const { version } = draft.changes;
  return lateApi.updateApp({ params: { type: String(type) }, body: { config, version } });
};

/** The form of the goal of one's own room. A second press while a call runs does nothing. */
export function useGoalForm(username: string): GoalForm {
  const { i18n } = useLingui();
  const [draft, setDraft] = useState<GoalDraft>();
  const [faults, setFaults] = useState(noFaults);
  const [wasStale, setStale] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const isRunning = useRef(false);

  const show = (next: GoalDraft | undefined, isReloaded = false) => {
    setDraft(next);
    setFaults(noFaults);
    setStale(isReloaded);
  };
  const reload = async () => {
    const { apps } = await lateApi.listRoomApps({ params: { username } });
    const app = apps.find(isGoalApp);
    show(app && draftOf(app), true);
  };
  const explain = async (error: unknown) => {
    if (error instanceof CallError && OUTDATED.includes(error.code)) return reload();
    const found = error instanceof CallError ? readFaults(error.body?.fields ?? []) : noFaults;
    setFaults(found);
    if (found.size === 0) showToast({ content: explainError(error, i18n), appearance: 'error' });
  };
  const once = async (act: () => Promise<unknown>): Promise<boolean> => {
    if (isRunning.current) return false;
    isRunning.current = true;
    setBusy(true);
    try {
      await act();
      show(undefined);
      return true;
    } catch (error) {
      await explain(error).catch((fault: unknown) =>
        showToast({ content: explainError(fault, i18n), appearance: 'error' }),
      );
      return false;
    } finally {
      isRunning.current = false;
      setBusy(false);
    }
  };

  return {
    draft,
    faults,
    isBusy,
    wasStale,
    show: (next) => show(next),
    change: (next) => {
      setDraft(next);
      setFaults((before) => remainingFaults(before, next));
    },
    save: async () => {
      if (!draft) return false;
      const found = faultsOf(draft);
      setFaults(found);
      return found.size === 0 && once(() => send(draft));
    },
    startOver: ({ type }) => once(() => lateApi.resetApp({ params: { type: String(type) }, body: {} })),
    end: ({ type }) => once(() => lateApi.uninstallApp({ params: { type: String(type) }, body: {} })),
  };
}
