import { formatAmount } from '@klieg/i18n';
import { LowerThird } from '@klieg/ui';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useRef } from 'react';
import type { SlotProps } from '../../shared/room-module/room-module.ts';
import { type Closing, nextClosing } from './closing-queue.ts';
import type { GoalPart } from './goal-state.ts';
import { useFreeEdge } from './use-free-edge.ts';
import { useGoalSound } from './use-goal-sound.ts';

/** How long a reached goal stays, in milliseconds. */
const STAY_MS = 4_000;

/** What was reached, and by whose tip. */
function ClosingNote({ closing: { target, username, count } }: { readonly closing: Closing }) {
  const { i18n } = useLingui();
  if (count > 1)
    return username ? <Trans>All reached, the last closed by {username}</Trans> : <Trans>All reached</Trans>;
  const amount = formatAmount(target, i18n.locale);
  return username ? (
    <Trans>
      {amount} of {amount}, closed by {username}
    </Trans>
  ) : (
    <Trans>
      {amount} of {amount}
    </Trans>
  );
}

/** Reached goals over the picture's lower edge, one at a time. Tips have the edge first. */
export function GoalLowerThird({ part, tools }: SlotProps<GoalPart>) {
  const box = useRef<HTMLOutputElement>(null);
  const next = nextClosing(part.closings);
  const shown = useFreeEdge(box, next !== undefined) ? next : undefined;
  const { dispatch } = tools;
  const id = shown?.id;
  const count = shown?.count ?? 0;
  useGoalSound(part.closings);
  useEffect(() => {
    if (id === undefined) return undefined;
    const isOver = () => {
      for (let gone = 0; gone < count; gone++) dispatch({ name: 'page.goal-over', payload: {} });
    };
    const timer = setTimeout(isOver, STAY_MS);
    return () => clearTimeout(timer);
  }, [id, count, dispatch]);
  return (
    <output ref={box} className="goal-third">
      {shown && (
        <>
          <i key={`${shown.id} sweep`} className="goal-sweep" />
          <LowerThird
            key={shown.id}
            isTokens={false}
            amount={<Trans>Goal</Trans>}
            title={
              shown.count > 1 ? <Plural value={shown.count} one="# goal" other="# goals" /> : shown.title
            }
            note={<ClosingNote closing={shown} />}
          />
        </>
      )}
    </output>
  );
}
