import { GOAL_LABEL_MAX, GOAL_SUBJECT_MAX, GOALS_MAX } from '@klieg/contract/features/room-games/goal-limits';
import { Button, Checkbox, Field, IconButton, Input, Segments, TokenGlyph } from '@klieg/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import { type FormEvent, type ReactNode, useEffect, useRef } from 'react';
import { useSubmitType } from '../../shared/forms/use-submit-type.ts';
import {
  addGoal,
  changeGoal,
  type DraftGoal,
  type GoalDraft,
  type GoalFaults,
  type GoalField,
  goalsOf,
  pathOf,
  removeGoal,
} from './goal-draft.ts';

export interface GoalFormProps {
  readonly draft: GoalDraft;
  /** Errors found on sending. */
  readonly faults: GoalFaults;
  readonly isBusy: boolean;
  readonly onChange: (draft: GoalDraft) => void;
  readonly onSave: () => void;
  readonly onCancel: () => void;
  /** What saving will do, above the buttons. */
  readonly note: ReactNode;
}

type GoalRowProps = Pick<GoalFormProps, 'draft' | 'onChange'> & {
  readonly goal: DraftGoal;
  readonly index: number;
  readonly error: (path: string) => ReactNode;
};

/** What is collected for, and how much. */
function GoalRow({ draft, goal, index, error, onChange }: GoalRowProps) {
  const { t } = useLingui();
  const { key, label, target } = goal;
  const number = index + 1;
  const [labelError, targetError] = (['label', 'target'] as const).map((field) =>
    error(pathOf(draft, index, field)),
  );
  return (
    <div className="goal-row">
      <Field
        label={draft.isSeveral ? <Trans>Goal {number}</Trans> : <Trans>What it is for</Trans>}
        error={labelError}
      >
        <Input
          value={label}
          maxLength={GOAL_LABEL_MAX}
          autoComplete="off"
          onChange={(event) => onChange(changeGoal(draft, key, { label: event.target.value }))}
        />
      </Field>
      <Field
        label={draft.isSeveral ? <Trans>Tokens for {number}</Trans> : <Trans>Tokens</Trans>}
        error={targetError}
      >
        <Input
          className="figure"
          value={target}
          inputMode="numeric"
          maxLength={7}
          autoComplete="off"
          prefix={
            <span className="tokens">
              <TokenGlyph />
            </span>
          }
          onChange={(event) => onChange(changeGoal(draft, key, { target: event.target.value }))}
        />
      </Field>
      {draft.isSeveral && draft.goals.length > 1 && (
        <IconButton
          icon="trash"
          label={t`Remove goal ${number}`}
          onClick={() => onChange(removeGoal(draft, key))}
        />
      )}
    </div>
  );
}

/** What differs between one goal and several. */
function GoalOptions({
  draft,
  error,
  onChange,
}: Pick<GoalFormProps, 'draft' | 'onChange'> & Pick<GoalRowProps, 'error'>) {
  if (!draft.isSeveral)
    return (
      <Field
        optional
        label={<Trans>Subject when it is reached</Trans>}
        hint={<Trans>Becomes your subject when the goal is reached.</Trans>}
        error={error('subject_done')}
      >
        <Input
          value={draft.subjectDone}
          maxLength={GOAL_SUBJECT_MAX}
          onChange={(event) => onChange({ ...draft, subjectDone: event.target.value })}
        />
      </Field>
    );
  return (
    <>
      {draft.goals.length < GOALS_MAX && (
        <div>
          <Button size="small" icon="plus" onClick={() => onChange(addGoal(draft))}>
            <Trans>Add a goal</Trans>
          </Button>
        </div>
      )}
      <Checkbox
        checked={draft.repeats}
        onChange={(event) => onChange({ ...draft, repeats: event.target.checked })}
      >
        <Trans>Start again after the last one</Trans>
      </Checkbox>
    </>
  );
}

/** What a field's fault is called. */
const sentenceOf = (fault: GoalField | undefined): ReactNode => {
  switch (fault) {
    case 'label':
      return <Trans>Describe it in 1 to 60 characters.</Trans>;
    case 'target':
      return <Trans>A whole number from 10 to 1,000,000.</Trans>;
    case 'subject_done':
      return <Trans>At most 250 characters.</Trans>;
    case undefined:
      return undefined;
  }
};

/** One goal, or several that follow each other. */
export function GoalForm({ draft, faults, isBusy, onChange, onSave, onCancel, note }: GoalFormProps) {
  const { t } = useLingui();
  const submitType = useSubmitType();
  const form = useRef<HTMLFormElement>(null);
  const isSent = useRef(false);
  const error = (path: string) => sentenceOf(faults.get(path));
  useEffect(() => form.current?.querySelector('input')?.focus(), []);
  // A form that is refused leads to its first wrong field.
  useEffect(() => {
    if (isSent.current && faults.size > 0)
      form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus();
    isSent.current = false;
  }, [faults]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    isSent.current = true;
    onSave();
  };
  return (
    <form ref={form} method="post" noValidate className="goal-fields" onSubmit={submit}>
      <Segments
        label={t`How many goals`}
        value={draft.isSeveral ? 'several' : 'one'}
        options={[
          { value: 'one', text: <Trans>One goal</Trans> },
          { value: 'several', text: <Trans>Several in a row</Trans> },
        ]}
        onChange={(kind) => onChange({ ...draft, isSeveral: kind === 'several' })}
      />
      {goalsOf(draft).map((goal, index) => (
        <GoalRow key={goal.key} {...{ draft, goal, index, error, onChange }} />
      ))}
      <GoalOptions {...{ draft, error, onChange }} />
      <p className="small text-ink-2" aria-live="polite">
        {note}
      </p>
      <div className="flex flex-wrap gap-2">
        <Button type={submitType} kind="key" busy={isBusy}>
          {draft.changes ? <Trans>Save the goal</Trans> : <Trans>Start the goal</Trans>}
        </Button>
        <Button kind="line" onClick={onCancel}>
          <Trans>Cancel</Trans>
        </Button>
      </div>
    </form>
  );
}
