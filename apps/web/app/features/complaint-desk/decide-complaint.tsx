import type { ComplaintAction, DeskComplaintWhole } from '@klieg/contract';
import { Button, Checkbox, Field, Notice, TextArea } from '@klieg/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import { useRef, useState } from 'react';
import { useDeskSave } from '../back-office/index.ts';
import { NOTE_MAX, NOTE_MIN } from '../moderation/index.ts';
import { deskApi } from '../money-desk/index.ts';
import { actionWord } from './complaint-words.ts';

export interface DecideComplaintProps {
  readonly whole: DeskComplaintWhole;
  readonly onChanged: (whole: DeskComplaintWhole) => void;
}

/** The actions on a complaint; every step needs a note. */
export function DecideComplaint({ whole, onChanged }: DecideComplaintProps) {
  const { t } = useLingui();
  const [note, setNote] = useState('');
  const [isBlocked, setBlocked] = useState(true);
  const [action, setAction] = useState<ComplaintAction>();
  // Sent now, and again once the password was given.
  const pressed = useRef<ComplaintAction>(undefined);
  const isShort = note.trim().length < NOTE_MIN;
  const hasCounter = whole.counter?.state === 'open' || whole.counter?.state === 'accepted';
  const { isBusy, failure, locked, save } = useDeskSave(async () => {
    if (!pressed.current) return;
    const body = {
      action: pressed.current,
      note: note.trim(),
      hash_block: isBlocked,
      revision: whole.revision,
    };
    const answer = await deskApi.decideComplaint({ params: { id: whole.id }, body });
    setNote('');
    onChanged(answer.complaint);
  });
  if (whole.actions.length === 0) return null;
  const press = (wanted: ComplaintAction) => () => {
    pressed.current = wanted;
    setAction(wanted);
    void save();
  };
  return (
    <div className="grid gap-3">
      {locked}
      <Field
        label={<Trans>Reason</Trans>}
        hint={<Trans>Both sides see it. Do not name the complainant. It also goes to the audit log.</Trans>}
      >
        <TextArea
          rows={3}
          value={note}
          maxLength={NOTE_MAX}
          onChange={(event) => setNote(event.target.value)}
        />
      </Field>
      {whole.actions.includes('remove') && (
        <Checkbox
          className="items-start!"
          checked={isBlocked}
          onChange={({ target }) => setBlocked(target.checked)}
        >
          <Trans>The same pictures cannot be uploaded again</Trans>
        </Checkbox>
      )}
      {failure !== undefined && <Notice tone="bad" title={failure} />}
      <div className="mod-actions">
        {whole.actions.map((one) => (
          <Button
            key={one}
            kind={one === 'remove' ? 'danger' : 'line'}
            busy={isBusy && action === one}
            disabled={isShort || isBusy}
            onClick={press(one)}
          >
            {t(actionWord(one, hasCounter))}
          </Button>
        ))}
      </div>
    </div>
  );
}
