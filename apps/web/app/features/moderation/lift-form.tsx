import { Button, Field, Input } from '@klieg/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import { type FormEvent, useState } from 'react';
import { useDeskSave } from '../back-office/index.ts';
import { deskApi } from '../money-desk/index.ts';
import { NOTE_MAX, NOTE_MIN } from './note-length.ts';

export interface LiftFormProps {
  readonly id: string;
  readonly username: string;
  readonly onLifted: () => void;
}

/** Ends a sanction before its time is over, with a note that stays. */
export function LiftForm({ id, username, onLifted }: LiftFormProps) {
  const { t } = useLingui();
  const [isOpen, setOpen] = useState(false);
  const [note, setNote] = useState('');
  const isShort = note.trim().length < NOTE_MIN;
  const { isBusy, failure, locked, save } = useDeskSave(async () => {
    await deskApi.liftSanction({ params: { id }, body: { note: note.trim() } });
    onLifted();
  });
  if (!isOpen)
    return (
      <Button kind="line" onClick={() => setOpen(true)} aria-label={t`Lift the sanction on ${username}`}>
        <Trans>Lift</Trans>
      </Button>
    );
  return (
    <form
      className="grid gap-2"
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        if (!isShort) void save();
      }}
    >
      {locked}
      <Field label={<Trans>Why it is lifted, goes to the audit log</Trans>} error={failure}>
        <Input value={note} maxLength={NOTE_MAX} onChange={(event) => setNote(event.target.value)} />
      </Field>
      <div className="flex flex-wrap gap-2">
        <Button type="submit" kind="key" busy={isBusy} disabled={isShort}>
          <Trans>Lift it now</Trans>
        </Button>
        <Button kind="text" onClick={() => setOpen(false)}>
          <Trans>Cancel</Trans>
        </Button>
      </div>
    </form>
  );
}
