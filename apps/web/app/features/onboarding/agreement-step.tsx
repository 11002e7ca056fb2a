import { SIGNATURE_MAX } from '@klieg/contract/features/onboarding/limits';
import { formatDay } from '@klieg/i18n';
import { Button, Checkbox, ErrorBox, Field, Input, Notice } from '@klieg/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import { type FormEvent, useState } from 'react';
import { lateApi } from '../../shared/api/late-client.ts';
import { explainError } from '../../shared/errors/explain-error.ts';
import { LegalText } from '../../shared/legal-text/legal-text.tsx';
import { useLoaded } from '../../shared/use-loaded.ts';
import type { StepProps } from './document-steps.tsx';
import { useStepWords } from './step-words.ts';

const SIGNATURE_MIN = 2;

/** Read, sign, and submit everything for review. */
export function AgreementStep({ onboarding, isLocked, onChanged }: StepProps) {
  const { t, i18n } = useLingui();
  const words = useStepWords();
  const { state, reload } = useLoaded('model-agreement', (signal) =>
    lateApi.getContent({ params: { slug: 'model-agreement' }, signal }),
  );
  const [isRead, setRead] = useState(false);
  const [signature, setSignature] = useState('');
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  if (state.kind === 'loading') return <output className="skeleton block h-60" aria-busy="true" />;
  if (state.kind === 'failed')
    return <ErrorBox title={<Trans>The text did not load</Trans>} onRetry={reload} />;
  const { version, effective_at: since, body_html: html } = state.value;
  const missing = onboarding.identity_application?.missing ?? [];
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (!isRead) return setFailure(t`Say that you have read it.`);
    if (signature.trim().length < SIGNATURE_MIN) return setFailure(t`Type your legal name to sign.`);
    setBusy(true);
    try {
      await lateApi.submitOnboarding({ body: { agreement_version: version, signature: signature.trim() } });
      onChanged();
    } catch (error) {
      setFailure(explainError(error, i18n));
    }
    setBusy(false);
  };
  const day = formatDay(since, i18n.locale);
  return (
    <form className="grid gap-4" noValidate onSubmit={(event) => void submit(event)}>
      <p className="small text-ink-2">
        <Trans>
          Version {version}, {day}
        </Trans>
      </p>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the keyboard scrolls it */}
      <section className="agreement" aria-label={t`Agreement text`} tabIndex={0}>
        <LegalText html={html} />
      </section>
      {!isLocked && missing.length > 0 && (
        <Notice title={<Trans>Finish the other steps first</Trans>}>
          {missing.map((key) => words[key as keyof typeof words]).join(', ')}
        </Notice>
      )}
      {!isLocked && missing.length === 0 && (
        <>
          <Checkbox checked={isRead} onChange={(event) => setRead(event.target.checked)}>
            <Trans>I have read the whole agreement</Trans>
          </Checkbox>
          <Field
            label={<Trans>Signature</Trans>}
            hint={<Trans>Your legal name. It is kept sealed, with the time and a digest of the text.</Trans>}
          >
            <Input
              value={signature}
              maxLength={SIGNATURE_MAX}
              autoComplete="name"
              onChange={(event) => setSignature(event.target.value)}
            />
          </Field>
          {failure !== undefined && <Notice tone="bad" title={failure} />}
          <Button type="submit" kind="key" size="large" busy={isBusy}>
            <Trans>Sign the agreement and send everything</Trans>
          </Button>
        </>
      )}
    </form>
  );
}
