import type { ReportReason } from '@klieg/contract';
import { Button, Dialog, Field, Select, showToast, TextArea } from '@klieg/ui';
import { msg } from '@lingui/core/macro';
import type { MessageDescriptor } from '@lingui/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { lateApi } from '../../shared/api/late-client.ts';
import { explainError } from '../../shared/errors/explain-error.ts';

const REASONS: readonly (readonly [ReportReason, MessageDescriptor])[] = [
  ['spam', msg`Spam or advertising`],
  ['hate', msg`Insults or hate`],
  ['impersonation', msg`Pretends to be somebody else`],
  ['off_platform', msg`Wants to deal outside of this site`],
  ['violence', msg`Threats or violence`],
  ['self_harm', msg`Somebody may harm themselves`],
  ['underage', msg`Somebody may be under age`],
  ['non_consensual', msg`Shared without consent`],
  ['copyright', msg`Copyright`],
  ['other', msg`Something else`],
];

export interface ReportDialogProps {
  /** A message by its id, or a person by name. */
  readonly target: { readonly kind: 'pm' | 'profile'; readonly id: string };
  readonly onClose: () => void;
}

/** Tells the moderators about a message or a person; the one who is reported never learns by whom. */
export function ReportDialog({ target, onClose }: ReportDialogProps) {
  const { t, i18n } = useLingui();
  const [reason, setReason] = useState<ReportReason>('spam');
  const [text, setText] = useState('');
  const [isSending, setSending] = useState(false);
  const send = async () => {
    setSending(true);
    try {
      await lateApi.createReport({
        body: { kind: target.kind, target: target.id, reason, ...(text.trim() && { text: text.trim() }) },
      });
      showToast({ content: t`Thank you. A moderator will look at it.`, appearance: 'success' });
      onClose();
    } catch (error) {
      showToast({ content: explainError(error, i18n), appearance: 'error' });
      setSending(false);
    }
  };
  return (
    <Dialog
      title={target.kind === 'pm' ? <Trans>Report this message</Trans> : <Trans>Report this person</Trans>}
      onClose={onClose}
      foot={
        <>
          <Button kind="line" onClick={onClose}>
            <Trans>Cancel</Trans>
          </Button>
          <Button kind="danger" disabled={isSending} onClick={() => void send()}>
            <Trans>Send the report</Trans>
          </Button>
        </>
      }
    >
      <div className="grid gap-3">
        <Field label={t`What is wrong?`}>
          <Select value={reason} onChange={(event) => setReason(event.target.value as ReportReason)}>
            {REASONS.map(([value, name]) => (
              <option key={value} value={value}>
                {t(name)}
              </option>
            ))}
          </Select>
        </Field>
        <Field label={t`Tell us more`} hint={t`Who you are is never told to the other person.`}>
          <TextArea
            rows={3}
            maxLength={2_000}
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
        </Field>
      </div>
    </Dialog>
  );
}
