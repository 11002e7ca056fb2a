import type { TokenCorrection } from '@klieg/contract';
import { CORRECTION_TOKENS_MAX, ONE_PERSON_TOKENS } from '@klieg/contract/features/user-desk/limits';
import { formatAmount } from '@klieg/i18n';
import { uuidv7 } from '@klieg/kernel';
import { Button, Dialog, Field, Input, Notice, showToast, TextArea } from '@klieg/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import { type FormEvent, useState } from 'react';
import { useDeskSave, wholeOf } from '../back-office/index.ts';
import { deskApi } from '../money-desk/index.ts';
import type { UserDialogProps } from './roles-dialog.tsx';

const LIMITS = { min: -CORRECTION_TOKENS_MAX, max: CORRECTION_TOKENS_MAX };

export interface TokensDialogProps extends UserDialogProps {
  /** A proposal that waits for a second person; undefined: something new. */
  readonly proposal: TokenCorrection | undefined;
}

/** Gives tokens as a gift of the house, or takes some away. */
export function TokensDialog({ user, proposal, onSaved, onClose }: TokensDialogProps) {
  const { t, i18n } = useLingui();
  const [amount, setAmount] = useState(proposal ? String(proposal.tokens) : '');
  const [reason, setReason] = useState(proposal?.reason ?? '');
  // One key for this dialog: a press that is repeated moves them once.
  const [idempotencyKey] = useState(uuidv7);
  const tokens = wholeOf(amount, LIMITS);
  const isWhole = tokens !== undefined && tokens !== 0 && reason.trim().length >= 5;
  const needsTwo = tokens !== undefined && Math.abs(tokens) > ONE_PERSON_TOKENS && !proposal;
  const { isBusy, failure, locked, save } = useDeskSave(async () => {
    if (tokens === undefined) return;
    const { proposal_id: id } = await deskApi.correctTokens({
      params: { id: String(user.id) },
      body: { tokens, reason: reason.trim(), ...(proposal && { proposal_id: proposal.id }) },
      idempotencyKey,
    });
    showToast({
      content: id ? t`Waiting for a second person.` : t`The tokens are booked.`,
      appearance: 'success',
    });
    onSaved();
    onClose();
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isWhole) void save();
  };
  if (locked) return locked;
  return (
    <Dialog title={<Trans>Tokens of {user.username}</Trans>} onClose={onClose}>
      <form className="grid gap-4" onSubmit={submit}>
        <p className="text-ink-2">
          <Trans>
            A gift from the site, spent like others. A number below 0 takes tokens away. More than{' '}
            {formatAmount(ONE_PERSON_TOKENS, i18n.locale)} within a day must be confirmed by a second admin.
          </Trans>
        </p>
        <Field label={<Trans>Tokens</Trans>}>
          <Input
            value={amount}
            required
            readOnly={proposal !== undefined}
            onChange={(event) => setAmount(event.target.value)}
          />
        </Field>
        <Field label={<Trans>Reason</Trans>}>
          <TextArea
            value={reason}
            required
            readOnly={proposal !== undefined}
            minLength={5}
            maxLength={200}
            rows={2}
            onChange={(event) => setReason(event.target.value)}
          />
        </Field>
        {failure !== undefined && <Notice tone="bad" title={failure} />}
        <Button type="submit" kind="key" size="large" busy={isBusy} disabled={!isWhole}>
          {proposal ? <Trans>Confirm</Trans> : needsTwo ? <Trans>Propose</Trans> : <Trans>Book</Trans>}
        </Button>
      </form>
    </Dialog>
  );
}
