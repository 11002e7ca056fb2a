import { formatAmount } from '@klieg/i18n';
import { Bar } from '@klieg/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useReducer } from 'react';
import { nextClosing } from './closing-queue.ts';
import { followOverlay } from './follow-overlay.ts';
import { GoalThird } from './goal-third.tsx';
import { soundGoal } from './goal-sound.ts';
import { NOTHING_TOLD, reduceOverlay } from './overlay-state.ts';
import { type Goal, percentOf, readGoal } from './read-goal.ts';
import { useGoalSound } from './use-goal-sound.ts';
import './goal-overlay.css';

/** How long a reached goal is celebrated, in milliseconds. */
const STAY_MS = 5_000;
const silence = (): void => {};

/** The lower right corner's state in a word, so that it is not shown only by colour. */
function OverlayMark({ status }: Pick<Goal, 'status'>) {
  if (status === 'paused') return <Trans>Continues with the public show</Trans>;
  return status === 'reached' ? <Trans>Reached</Trans> : null;
}

/** A goal over the picture that everybody sees. */
function OverlayGoal({ goal }: { readonly goal: Goal }) {
  const { t, i18n } = useLingui();
  const { status, title, step, steps } = goal;
  const percent = percentOf(goal);
  const current = formatAmount(goal.current, i18n.locale);
  const target = formatAmount(goal.target, i18n.locale);
  return (
    <section className="overlay-panel" data-status={status} aria-label={t`Goal`}>
      <div className="overlay-row">
        <h1 className="overlay-title">{title}</h1>
        <span className="overlay-percent">{percent}%</span>
      </div>
      <Bar thick percent={percent} label={t`Tip goal`} />
      <div className="overlay-row">
        <span className="figure grow">
          <Trans>
            {current} of {target} tokens
          </Trans>
        </span>
        <span className="overlay-mark">
          <OverlayMark status={status} />
        </span>
        {steps > 1 && (
          <span className="figure">
            <Trans>
              {step} of {steps}
            </Trans>
          </span>
        )}
      </div>
    </section>
  );
}

export interface GoalOverlayProps {
  /** The key of the page's address. */
  readonly overlayKey: string;
  readonly hasSound: boolean;
}

/** A performer's goal for the browser source of her encoder: nothing around it, nothing behind it. */
export function GoalOverlay({ overlayKey, hasSound }: GoalOverlayProps) {
  const [state, tell] = useReducer(reduceOverlay, NOTHING_TOLD);
  const { closings, isRevoked } = state;
  useGoalSound(closings, hasSound ? soundGoal : silence);
  useEffect(() => {
    const ending = new AbortController();
    void followOverlay({
      key: overlayKey,
      signal: ending.signal,
      onAnswer: (answer) => tell({ kind: 'answered', answer }),
      onRevoked: () => tell({ kind: 'revoked' }),
    });
    return () => ending.abort();
  }, [overlayKey]);
  const closing = nextClosing(closings);
  const id = closing?.id;
  const count = closing?.count ?? 0;
  useEffect(() => {
    if (id === undefined) return undefined;
    const timer = setTimeout(() => tell({ kind: 'shown', count }), STAY_MS);
    return () => clearTimeout(timer);
  }, [id, count]);
  const goal = readGoal(state.goal);
  if (isRevoked)
    return (
      <main className="goal-overlay">
        <p className="overlay-line">
          <Trans>This overlay address is no longer valid. Copy a new one in the studio.</Trans>
        </p>
      </main>
    );
  return (
    <main className="goal-overlay">
      {closing ? (
        <output className="overlay-third">
          <GoalThird closing={closing} />
        </output>
      ) : (
        goal && goal.status !== 'ended' && <OverlayGoal goal={goal} />
      )}
    </main>
  );
}
