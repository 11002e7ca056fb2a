import type { DeskContest } from '@klieg/contract';
import { utcDayOf } from '@klieg/kernel/time';
import { Button, Dialog, Field, Input, Notice, TextArea } from '@klieg/ui';
import { Trans } from '@lingui/react/macro';
import { type FormEvent, useState } from 'react';
import { useDeskSave } from '../back-office/index.ts';
import { deskApi } from '../money-desk/index.ts';

const PRIZES_MAX = 10;
const PRIZE_MAX = 120;
const today = () => utcDayOf(Date.now());

/** One prize per line; undefined if there is none, or too many or too long ones. */
export function prizesOf(text: string): string[] | undefined {
  const prizes = text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);
  const isFine =
    prizes.length >= 1 && prizes.length <= PRIZES_MAX && prizes.every((one) => one.length <= PRIZE_MAX);
  return isFine ? prizes : undefined;
}

export interface ContestDialogProps {
  /** Undefined: a new one. */
  readonly contest: DeskContest | undefined;
  readonly onSaved: () => void;
  readonly onClose: () => void;
}

/** The input, and its errors. */
function useContestForm(contest: DeskContest | undefined) {
  const [title, setTitle] = useState(contest?.title ?? '');
  const [body, setBody] = useState(contest?.body ?? '');
  const [first, setFirst] = useState(contest?.first_day ?? today());
  const [last, setLast] = useState(contest?.last_day ?? '');
  const [prizes, setPrizes] = useState(contest?.prizes.join('\n') ?? '');
  return {
    typed: { title, body, first, last, prizes },
    set: { setTitle, setBody, setFirst, setLast, setPrizes },
    isFine: {
      title: title.trim().length >= 3,
      body: body.trim().length >= 3,
      first: first !== '',
      last: last !== '' && last >= first,
      prizes: prizesOf(prizes) !== undefined,
    },
  };
}

/** A contest: texts, days and prizes. */
export function ContestDialog({ contest, onSaved, onClose }: ContestDialogProps) {
  const { typed, set, isFine } = useContestForm(contest);
  const [isAttempted, setAttempted] = useState(false);
  const { isBusy, failure, locked, save } = useDeskSave(async () => {
    await deskApi.saveDeskContest({
      body: {
        ...(contest && { id: contest.id }),
        title: typed.title.trim(),
        body: typed.body.trim(),
        first_day: typed.first,
        last_day: typed.last,
        prizes: prizesOf(typed.prizes) ?? [],
      },
    });
    onSaved();
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setAttempted(true);
    if (Object.values(isFine).every(Boolean)) void save();
  };
  const tooShort = (is: boolean) => (isAttempted && !is ? <Trans>At least 3 characters.</Trans> : undefined);
  if (locked) return locked;
  return (
    <Dialog
      title={contest ? <Trans>Change the contest</Trans> : <Trans>New contest</Trans>}
      onClose={onClose}
    >
      <form className="grid gap-4" onSubmit={submit} noValidate>
        <Field label={<Trans>Title</Trans>} error={tooShort(isFine.title)}>
          <Input value={typed.title} maxLength={120} onChange={(event) => set.setTitle(event.target.value)} />
        </Field>
        <Field
          label={<Trans>What it is about</Trans>}
          hint={<Trans>Plain text; an empty line begins a paragraph.</Trans>}
          error={tooShort(isFine.body)}
        >
          <TextArea
            rows={5}
            value={typed.body}
            maxLength={4_000}
            onChange={(event) => set.setBody(event.target.value)}
          />
        </Field>
        <div className="grid grid-cols-2 gap-3 max-tablet:grid-cols-1">
          <Field
            label={<Trans>First day (UTC)</Trans>}
            error={isAttempted && !isFine.first ? <Trans>Choose a day.</Trans> : undefined}
          >
            <Input type="date" value={typed.first} onChange={(event) => set.setFirst(event.target.value)} />
          </Field>
          <Field
            label={<Trans>Last day (UTC)</Trans>}
            hint={<Trans>Included. A contest lasts 92 days at most.</Trans>}
            error={
              isAttempted && !isFine.last ? (
                <Trans>The last day cannot be before the first.</Trans>
              ) : undefined
            }
          >
            <Input type="date" value={typed.last} onChange={(event) => set.setLast(event.target.value)} />
          </Field>
        </div>
        <Field
          label={<Trans>Prizes</Trans>}
          hint={<Trans>One per line, the first place first. You pay them yourself.</Trans>}
          error={
            isAttempted && !isFine.prizes ? (
              <Trans>One to ten lines of at most 120 characters.</Trans>
            ) : undefined
          }
        >
          <TextArea rows={3} value={typed.prizes} onChange={(event) => set.setPrizes(event.target.value)} />
        </Field>
        {failure !== undefined && <Notice tone="bad" title={failure} />}
        <Button type="submit" kind="key" size="large" busy={isBusy}>
          <Trans>Save</Trans>
        </Button>
      </form>
    </Dialog>
  );
}
