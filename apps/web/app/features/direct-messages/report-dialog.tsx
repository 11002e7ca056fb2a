import type { ReportReason } from '@klieg/contract';
import { Button, Checkbox, Dialog, Field, Select, showToast, TextArea } from '@klieg/ui';
import { msg } from '@lingui/core/macro';
import type { MessageDescriptor } from '@lingui/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { type FormEvent, useId, useState } from 'react';
import { lateApi } from '../../shared/api/late-client.ts';
import { explainError } from '../../shared/errors/explain-error.ts';
import { useFocusInvalid } from '../../shared/forms/use-focus-invalid.ts';

const REASONS: readonly (readonly [ReportReason, MessageDescriptor])[] = [
  ['spam', msg`Spam or advertising`],
  ['hate', msg`Insults or hate`],
  ['impersonation', msg`Pretends to be someone else`],
  ['off_platform', msg`Wants to do business off this site`],
  ['violence', msg`Threats or violence`],
  ['self_harm', msg`Someone may harm themselves`],
  ['underage', msg`Someone may be underage`],
  ['non_consensual', msg`Shared without consent`],
  ['copyright', msg`Copyright`],
  ['other', msg`Something else`],
];

const TITLES = {
  pm: msg`Report this message`,
  profile: msg`Report this person`,
  room: msg`Report this room`,
} as const satisfies Readonly<Record<string, MessageDescriptor>>;

export interface ReportDialogProps {
  /** A message by its id, a person or room by name. */
  readonly target: { readonly kind: keyof typeof TITLES; readonly id: string };
  /** What the room showed when this was opened, as base64 of a JPEG; it goes along unless that is not wanted. */
  readonly still?: string | undefined;
  readonly onClose: () => void;
}

/** Preview of what is sent with the report. */
function StillField(props: {
  readonly still: string;
  readonly isSent: boolean;
  readonly onChange: (isSent: boolean) => void;
}) {
  const { t } = useLingui();
  return (
    <div className="grid gap-2">
      <img
        className="max-h-40 justify-self-start rounded-r2"
        src={`data:image/jpeg;base64,${props.still}`}
        alt={t`Picture of the room as you see it now`}
      />
      <Checkbox checked={props.isSent} onChange={(event) => props.onChange(event.target.checked)}>
        <Trans>Send this picture with the report</Trans>
      </Checkbox>
    </div>
  );
}

/** Reports a message, a person or a room to the moderators; the reported person never learns by whom. */
export function ReportDialog({ target, still, onClose }: ReportDialogProps) {
  const { t, i18n } = useLingui();
  const formId = useId();
  // No preset: unread choices would be wrong more often than not.
  const [reason, setReason] = useState<ReportReason>();
  const [text, setText] = useState('');
  const [isStillSent, setStillSent] = useState(true);
  const [tries, setTries] = useState(0);
  const [isSending, setSending] = useState(false);
  const form = useFocusInvalid(tries);
  const send = async (event: FormEvent) => {
    event.preventDefault();
    setTries(tries + 1);
    if (reason === undefined || isSending) return;
    setSending(true);
    try {
      await lateApi.createReport({
        body: {
          kind: target.kind,
          target: target.id,
          reason,
          ...(text.trim() && { text: text.trim() }),
          ...(still !== undefined && isStillSent && { still }),
        },
      });
      showToast({ content: t`Thank you. A moderator will review it.`, appearance: 'success' });
      onClose();
    } catch (error) {
      showToast({ content: explainError(error, i18n), appearance: 'error' });
      setSending(false);
    }
  };
  return (
    <Dialog
      title={t(TITLES[target.kind])}
      onClose={onClose}
      foot={
        <>
          <Button kind="line" onClick={onClose}>
            <Trans>Cancel</Trans>
          </Button>
          <Button kind="danger" type="submit" form={formId} busy={isSending}>
            <Trans>Send the report</Trans>
          </Button>
        </>
      }
    >
      <form
        id={formId}
        ref={form}
        method="post"
        className="grid gap-3"
        onSubmit={(event) => void send(event)}
      >
        <Field
          label={t`What is wrong?`}
          {...(tries > 0 && reason === undefined && { error: <Trans>Choose what is wrong.</Trans> })}
        >
          <Select
            value={reason ?? ''}
            onChange={(event) => setReason(REASONS.find(([value]) => value === event.target.value)?.[0])}
          >
            <option value="">{t`Choose one`}</option>
            {REASONS.map(([value, name]) => (
              <option key={value} value={value}>
                {t(name)}
              </option>
            ))}
          </Select>
        </Field>
        <Field label={t`Tell us more`} hint={t`The other person is never told who you are.`}>
          <TextArea
            rows={3}
            maxLength={2_000}
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
        </Field>
        {still !== undefined && <StillField still={still} isSent={isStillSent} onChange={setStillSent} />}
      </form>
    </Dialog>
  );
}
