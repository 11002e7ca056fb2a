import { CONSENT_DOCUMENTS } from '@klieg/contract/features/consents/limits';
import { SIGNATURE_MAX } from '@klieg/contract/features/onboarding/limits';
import { Button, Checkbox, ConfirmDialog, DateOfBirth, Field, Input, Notice } from '@klieg/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import { type FormEvent, useState } from 'react';
import { lateApi } from '../../shared/api/late-client.ts';
import { explainError } from '../../shared/errors/explain-error.ts';
import { LegalText } from '../../shared/legal-text/legal-text.tsx';
import { DocumentCard } from '../onboarding/index.ts';
import type { InviteProps } from './invite-props.ts';

const SIGNATURE_MIN = 2;

/** Both pictures, each sent as soon as it is chosen. */
function Documents({ linkKey, invite, onChanged }: InviteProps) {
  const { t } = useLingui();
  const [expiresOn, setExpiresOn] = useState('');
  const send = async (kind: (typeof CONSENT_DOCUMENTS)[number], file: File) => {
    const form = new FormData();
    form.append('kind', kind);
    if (kind === 'id_front' && expiresOn !== '') form.append('expires_on', expiresOn);
    form.append('file', file);
    await lateApi.sendConsentDocument({ params: { key: linkKey }, form });
    onChanged();
  };
  const card = { isLocked: false, isThere: false } as const;
  return (
    <section className="grid gap-4">
      <h2>
        <Trans>Your document</Trans>
      </h2>
      <p className="text-ink-2">
        <Trans>
          It is stored encrypted, only those who check it see it, and every viewing is logged.{' '}
          {invite.model_display_name} never sees it.
        </Trans>
      </p>
      <Field
        label={<Trans>Valid until</Trans>}
        hint={<Trans>As printed on it. Enter it before the picture.</Trans>}
        optional
      >
        <Input type="date" value={expiresOn} onChange={(event) => setExpiresOn(event.target.value)} />
      </Field>
      <DocumentCard
        {...card}
        icon="image"
        camera="environment"
        title={t`Front`}
        hint={<Trans>Passport, license or identity card, all four corners in view.</Trans>}
        isThere={invite.documents.includes('id_front')}
        onSend={(file) => send('id_front', file)}
      />
      <DocumentCard
        {...card}
        icon="user"
        camera="user"
        title={t`You, holding it`}
        hint={<Trans>Face and document in one picture.</Trans>}
        isThere={invite.documents.includes('selfie_with_id')}
        onSend={(file) => send('selfie_with_id', file)}
      />
    </section>
  );
}

/** Says no, once it was asked again. */
function Decline({
  linkKey,
  onChanged,
  onFailure,
}: InviteProps & { readonly onFailure: (error: unknown) => void }) {
  const [isAsking, setAsking] = useState(false);
  const decline = () => {
    setAsking(false);
    lateApi.answerConsent({ params: { key: linkKey }, body: { accept: false } }).then(onChanged, onFailure);
  };
  return (
    <>
      <Button size="large" onClick={() => setAsking(true)}>
        <Trans>Decline</Trans>
      </Button>
      {isAsking && (
        <ConfirmDialog
          title={<Trans>Decline?</Trans>}
          yes={<Trans>Decline</Trans>}
          no={<Trans>Back</Trans>}
          onYes={decline}
          onClose={() => setAsking(false)}
        >
          <Trans>You will not be in any broadcast, and the link stops working.</Trans>
        </ConfirmDialog>
      )}
    </>
  );
}

const EMPTY = { legalName: '', alias: '', signature: '', birthDate: '' };

function useSigning({ linkKey, invite, onChanged }: InviteProps) {
  const { t, i18n } = useLingui();
  const [fields, setFields] = useState(EMPTY);
  const [isRead, setRead] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  const fault = (): string | undefined => {
    if (CONSENT_DOCUMENTS.some((kind) => !invite.documents.includes(kind)))
      return t`Send both pictures first.`;
    if (fields.legalName.trim().length < SIGNATURE_MIN) return t`Type your legal name.`;
    if (fields.birthDate === '') return t`Choose day, month and year.`;
    if (!isRead) return t`Say that you have read it.`;
    return fields.signature.trim().length < SIGNATURE_MIN ? t`Type your legal name to sign.` : undefined;
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const found = fault();
    setFailure(found);
    if (found !== undefined) return;
    setBusy(true);
    try {
      await lateApi.answerConsent({
        params: { key: linkKey },
        body: {
          accept: true,
          text_version: invite.text_version,
          signature: fields.signature.trim(),
          legal_name: fields.legalName.trim(),
          birth_date: fields.birthDate,
          alias: fields.alias.trim(),
        },
      });
      onChanged();
    } catch (error) {
      setFailure(explainError(error, i18n));
    }
    setBusy(false);
  };
  const change = (key: keyof typeof EMPTY, value: string) => setFields((old) => ({ ...old, [key]: value }));
  const refuse = (error: unknown) => setFailure(explainError(error, i18n));
  return { fields, change, isRead, setRead, isBusy, failure, refuse, submit };
}

/** Documents, the release, and the two answers, where no is as big as yes. */
export function AnswerForm(props: InviteProps) {
  const { t } = useLingui();
  const { invite } = props;
  const { fields, change, isRead, setRead, isBusy, failure, refuse, submit } = useSigning(props);
  const input = (key: 'legalName' | 'alias' | 'signature', autoComplete: string, max: number) => (
    <Input
      value={fields[key]}
      maxLength={max}
      autoComplete={autoComplete}
      onChange={(event) => change(key, event.target.value)}
    />
  );
  return (
    <>
      {invite.note !== null && (
        <Notice tone="bad" title={<Trans>Needs to be redone</Trans>}>
          {invite.note}
        </Notice>
      )}
      <Documents {...props} />
      <form className="grid gap-4" noValidate onSubmit={(event) => void submit(event)}>
        <h2>
          <Trans>Read and sign</Trans>
        </h2>
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the keyboard scrolls it */}
        <section className="agreement" aria-label={t`Release text`} tabIndex={0}>
          <LegalText html={invite.text} />
        </section>
        <div className="form-columns">
          <Field label={<Trans>Legal name</Trans>} hint={<Trans>As printed. Never shown.</Trans>}>
            {input('legalName', 'name', 80)}
          </Field>
          <Field label={<Trans>Stage name</Trans>} hint={<Trans>The other person sees it.</Trans>} optional>
            {input('alias', 'nickname', 80)}
          </Field>
        </div>
        <DateOfBirth label={<Trans>Date of birth</Trans>} onSelect={(date) => change('birthDate', date)} />
        <Checkbox checked={isRead} onChange={(event) => setRead(event.target.checked)}>
          <Trans>I have read all of it, and agree to what is named above</Trans>
        </Checkbox>
        <Field
          label={<Trans>Signature</Trans>}
          hint={<Trans>Your legal name. It is kept sealed, with the time and a digest of the text.</Trans>}
        >
          {input('signature', 'name', SIGNATURE_MAX)}
        </Field>
        {failure !== undefined && <Notice tone="bad" title={failure} />}
        <div className="consent-answers">
          <Decline {...props} onFailure={refuse} />
          <Button type="submit" kind="key" size="large" busy={isBusy}>
            <Trans>Sign and send</Trans>
          </Button>
        </div>
      </form>
    </>
  );
}
