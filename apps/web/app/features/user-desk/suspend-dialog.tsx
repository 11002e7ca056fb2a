import { SUSPENSION_REASONS, type SuspensionReason } from '@klieg/contract/features/user-desk/limits';
import { Button, Dialog, Field, Input, Notice, Select, TextArea } from '@klieg/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import { type FormEvent, useState } from 'react';
import { fromTimeField, useDeskSave } from '../back-office/index.ts';
import { deskApi } from '../money-desk/index.ts';
import type { UserDialogProps } from './roles-dialog.tsx';
import { REASON_WORDS } from './user-words.ts';

const reasonOf = (text: string): SuspensionReason =>
  SUSPENSION_REASONS.find((reason) => reason === text) ?? 'other';

/** Shuts an account for a time, or until somebody lifts it. */
export function SuspendDialog({ user, onSaved, onClose }: UserDialogProps) {
  const { t } = useLingui();
  const [reason, setReason] = useState<SuspensionReason>('rules');
  const [statement, setStatement] = useState('');
  const [until, setUntil] = useState('');
  const isShort = statement.trim().length < 10;
  const { isBusy, failure, locked, save } = useDeskSave(async () => {
    await deskApi.changeDeskUser({
      params: { id: String(user.id) },
      body: {
        suspension: {
          reason_code: reason,
          statement: statement.trim(),
          until: until ? (fromTimeField(until) ?? null) : null,
        },
      },
    });
    onSaved();
    onClose();
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isShort) void save();
  };
  if (locked) return locked;
  return (
    <Dialog title={<Trans>Suspend {user.username}</Trans>} onClose={onClose}>
      <form className="grid gap-4" onSubmit={submit}>
        <p className="text-ink-2">
          <Trans>The account’s logins, chats and broadcasts end at once.</Trans>
        </p>
        <Field label={<Trans>Reason</Trans>}>
          <Select value={reason} onChange={(event) => setReason(reasonOf(event.target.value))}>
            {SUSPENSION_REASONS.map((one) => (
              <option key={one} value={one}>
                {t(REASON_WORDS[one])}
              </option>
            ))}
          </Select>
        </Field>
        <Field label={<Trans>What the person sees</Trans>}>
          <TextArea
            value={statement}
            required
            minLength={10}
            maxLength={1_000}
            rows={3}
            onChange={(event) => setStatement(event.target.value)}
          />
        </Field>
        <Field label={<Trans>Until (UTC)</Trans>} optional>
          <Input type="datetime-local" value={until} onChange={(event) => setUntil(event.target.value)} />
        </Field>
        {failure !== undefined && <Notice tone="bad" title={failure} />}
        <Button type="submit" kind="danger" busy={isBusy} disabled={isShort}>
          <Trans>Suspend the account</Trans>
        </Button>
      </form>
    </Dialog>
  );
}
