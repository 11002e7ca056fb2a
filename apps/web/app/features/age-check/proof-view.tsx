import { Button, buttonClass, ErrorBox, Field, Input, Notice } from '@klieg/ui';
import { Trans } from '@lingui/react/macro';
import { type ReactNode, useId, useState } from 'react';
import { useMe } from '../../shared/me/me-store.ts';
import type { FlowParts } from './flow-parts.ts';
import type { Proof } from './make-proof.ts';
import { useProofCheck } from './use-proof-check.ts';

interface ProofProps {
  readonly method: Proof['method'];
  readonly onBack: () => void;
  /** Goes on to the vendor of the site instead, where there is one. */
  readonly onVendor: () => void;
  readonly onPassed: () => void;
  readonly shell: (parts: FlowParts) => ReactNode;
}

/** What each side learns, in plain words. */
const WhoLearns = ({ issuer }: { readonly issuer: string }) => (
  <Notice title={<Trans>Nobody learns both who you are and what you visit</Trans>}>
    <ul className="age-learns">
      <li>
        <Trans>{issuer} checks that you are an adult. It is not told which site you are visiting.</Trans>
      </li>
      <li>
        <Trans>We learn that you are an adult, but not who you are.</Trans>
      </li>
      <li>
        <Trans>The proof is for this visit only. It is not linked to an account.</Trans>
      </li>
    </ul>
  </Notice>
);

/** The link to the issuer: opens a new tab that learns nothing about this one. */
const Visit = ({ issuer, url }: { readonly issuer: string; readonly url: string }) => (
  <li>
    <p>
      <Trans>Open {issuer}. It checks your age and shows you a code. Keep this page open.</Trans>
    </p>
    <a
      className={buttonClass({ kind: 'neutral' })}
      href={url}
      target="_blank"
      rel="noopener noreferrer"
      referrerPolicy="no-referrer"
    >
      <Trans>Open {issuer} in a new tab</Trans>
    </a>
  </li>
);

/** The current step; announced to people who do not see the button. */
function Progress({ step }: { readonly step: ReturnType<typeof useProofCheck>['step'] }) {
  return (
    <output className="small text-ink-2">
      {step === 'signs' && <Trans>Your browser gets the proof signed without revealing it</Trans>}
      {step === 'shows' && <Trans>We check the signature</Trans>}
    </output>
  );
}

/** A proof that nobody can link, in two steps: a code from the issuer, and back here with it. */
export function ProofView({ method, onBack, onVendor, onPassed, shell }: ProofProps) {
  const { opened, reload, step, error, send } = useProofCheck(method, onPassed);
  const [code, setCode] = useState('');
  const me = useMe();
  const hasVendor = me.kind !== 'unknown' && me.current.user.ageVerification.methods.yoti;
  const formId = useId();
  const title = <Trans>Prove your age without your name</Trans>;
  const back = (
    <Button kind="line" onClick={onBack}>
      <Trans>Back</Trans>
    </Button>
  );
  if (opened.kind === 'loading')
    return shell({ title, body: <output className="skeleton block h-60" aria-busy="true" />, foot: back });
  if (opened.kind === 'failed')
    return shell({
      title,
      body: <ErrorBox title={<Trans>This did not load</Trans>} onRetry={reload} />,
      foot: back,
    });
  const { name: issuer, page_url: url } = opened.value.issuer;
  return shell({
    title,
    body: (
      <div className="age-body">
        <WhoLearns issuer={issuer} />
        <ol className="age-steps">
          <Visit issuer={issuer} url={url} />
          <li>
            <form
              id={formId}
              onSubmit={(event) => {
                event.preventDefault();
                void send(code);
              }}
            >
              <Field
                label={<Trans>Code</Trans>}
                hint={<Trans>Enter the code that it showed you.</Trans>}
                error={error}
              >
                <Input
                  name="age-code"
                  autoComplete="off"
                  autoCapitalize="characters"
                  spellCheck={false}
                  maxLength={20}
                  value={code}
                  onChange={({ target }) => setCode(target.value)}
                />
              </Field>
            </form>
            <Progress step={step} />
          </li>
        </ol>
      </div>
    ),
    foot: (
      <>
        {back}
        {hasVendor && (
          <Button kind="text" onClick={onVendor}>
            <Trans>Let Yoti check me</Trans>
          </Button>
        )}
        <span className="grow max-tablet:hidden" />
        <Button kind="key" type="submit" form={formId} busy={step !== 'waits'}>
          <Trans>Check the code</Trans>
        </Button>
      </>
    ),
  });
}
