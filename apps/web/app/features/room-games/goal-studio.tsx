import { Button, Notice } from '@klieg/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useRef, useState } from 'react';
import type { SlotProps } from '../../shared/room-module/room-module.ts';
import { beginsAnew, draftOf, type GoalDraft, newDraft, previewOf } from './goal-draft.ts';
import { EndGoalDialog, StartOverDialog } from './goal-dialogs.tsx';
import { GoalForm } from './goal-form.tsx';
import type { App, GoalPart } from './goal-state.ts';
import { GoalView } from './goal-view.tsx';
import { OverlayAddress } from './overlay-address.tsx';
import { readGoal } from './read-goal.ts';
import { type GoalForm as Form, useGoalForm } from './use-goal-form.ts';
import { useGoalSound } from './use-goal-sound.ts';

interface PartProps {
  readonly part: GoalPart;
  readonly form: Form;
  /** Does what takes the pressed button away: the focus goes to the section, unless it fails. */
  readonly leave: (act: () => Promise<boolean>) => Promise<boolean>;
}

/** The goal as viewers see it, and what the performer can do with it. */
function GoalNow({ app, part, form, leave }: PartProps & { readonly app: App }) {
  const { t } = useLingui();
  const [asked, setAsked] = useState<'end' | 'start-over'>();
  const goal = readGoal(part.goal);
  const counted = goal?.current ?? 0;
  const close = () => setAsked(undefined);
  const end = async () => {
    if (await leave(() => form.end(app))) close();
  };
  const startOver = async () => {
    if (await form.startOver(app)) close();
  };
  return (
    <div className="goal-now grid gap-3">
      {goal && <GoalView goal={goal} label={t`Goal`} />}
      <div className="flex flex-wrap gap-2">
        <Button size="small" onClick={() => form.show(draftOf(app))}>
          <Trans>Edit</Trans>
        </Button>
        <Button
          size="small"
          icon="arrow-counter-clockwise"
          busy={form.isBusy}
          onClick={() => (counted > 0 ? setAsked('start-over') : void startOver())}
        >
          <Trans>Start over</Trans>
        </Button>
        <Button size="small" onClick={() => setAsked('end')}>
          <Trans>End goal</Trans>
        </Button>
      </div>
      {asked === 'end' && <EndGoalDialog isBusy={form.isBusy} onYes={() => void end()} onClose={close} />}
      {asked === 'start-over' && (
        <StartOverDialog
          tokens={counted}
          isBusy={form.isBusy}
          onYes={() => void startOver()}
          onClose={close}
        />
      )}
    </div>
  );
}

/** The form, beside a preview of the section. */
function GoalDraftPanel({ draft, part, form, leave }: PartProps & { readonly draft: GoalDraft }) {
  const { t } = useLingui();
  const isAnew = beginsAnew(draft, part.app);
  const preview = previewOf(draft, readGoal(part.goal), isAnew);
  const cancel = async () => {
    form.show(undefined);
    return true;
  };
  return (
    <div className="goal-form">
      <GoalForm
        draft={draft}
        faults={form.faults}
        isBusy={form.isBusy}
        onChange={form.change}
        onSave={() => void leave(form.save)}
        onCancel={() => void leave(cancel)}
        note={
          isAnew ? (
            <Trans>A different number of tokens starts a new round from zero.</Trans>
          ) : (
            <Trans>Every tip in your room counts from now on.</Trans>
          )
        }
      />
      <div className="goal-preview">
        <span className="label">
          <Trans>Preview</Trans>
        </span>
        <GoalView goal={{ ...preview, title: preview.title || t`What it is for` }} label={t`Goal preview`} />
      </div>
    </div>
  );
}

/** The studio's module of tip goals: the running one, or the form. */
export default function GoalStudio({ part, room }: SlotProps<GoalPart>) {
  const form = useGoalForm(room.user.username);
  const section = useRef<HTMLElement>(null);
  const { draft, wasStale } = form;
  useGoalSound(part.closings);
  const isFocusWanted = useRef(false);
  const hasApp = part.app !== null;
  const hasDraft = draft !== undefined;
  // A dialog keeps the focus until it is gone, and what it gives it back to goes with the goal.
  useEffect(() => {
    if (!isFocusWanted.current) return;
    isFocusWanted.current = false;
    section.current?.focus();
  }, [hasApp, hasDraft]);
  const leave: PartProps['leave'] = async (act) => {
    // The room may report it before the answer comes.
    isFocusWanted.current = true;
    const isDone = await act();
    if (!isDone) isFocusWanted.current = false;
    return isDone;
  };
  return (
    <section ref={section} tabIndex={-1} className="module goal-studio" aria-labelledby="goal-studio-label">
      <div className="module-head">
        <span className="label grow" id="goal-studio-label">
          <Trans>Tip goal</Trans>
        </span>
        {!part.app && !draft && (
          <Button size="small" icon="plus" onClick={() => form.show(newDraft())}>
            <Trans>Set a goal</Trans>
          </Button>
        )}
      </div>
      {wasStale && (
        <Notice tone="warn" title={<Trans>The goal was changed elsewhere</Trans>}>
          {draft ? (
            <Trans>This is how it is now. Change it here and save again.</Trans>
          ) : (
            <Trans>It has ended in the meantime.</Trans>
          )}
        </Notice>
      )}
      {draft ? (
        <GoalDraftPanel {...{ draft, part, form, leave }} />
      ) : part.app ? (
        <GoalNow app={part.app} {...{ part, form, leave }} />
      ) : (
        <p className="text-ink-2">
          <Trans>Viewers see the progress below your video. Every tip counts towards it.</Trans>
        </p>
      )}
      {!draft && <OverlayAddress />}
    </section>
  );
}
