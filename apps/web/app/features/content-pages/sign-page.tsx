import { Button, buttonClass, Empty, ErrorBox, FactList, Field, Input, Notice } from '@klieg/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import { type FormEvent, useState } from 'react';
import { Link } from 'react-router';
import { LegalText } from '../../shared/legal-text/legal-text.tsx';
import { ContentFrame } from './content-frame.tsx';
import { dayOf } from './day-of.ts';
import { momentOf } from './moment-of.ts';
import type { LegalDocument, SignFailure } from './sign-state.ts';
import { useSigning } from './use-signing.ts';

const NAME_MIN = 2;
const NAME_MAX = 80;

interface SignFormProps {
  readonly signer: string | null;
  readonly failure: SignFailure | undefined;
  readonly isBusy: boolean;
  readonly onSign: (name: string) => void;
}

function SignForm({ signer, failure, isBusy, onSign }: SignFormProps) {
  const [name, setName] = useState('');
  const [isAttempted, setAttempted] = useState(false);
  const isTooShort = name.trim().length < NAME_MIN;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setAttempted(true);
    if (!isTooShort) onSign(name.trim());
  };
  return (
    <form className="form sign-form" onSubmit={submit} noValidate>
      <h2>
        <Trans>Sign</Trans>
      </h2>
      {failure && (
        <Notice tone="bad" title={<Trans>That did not work</Trans>}>
          {failure === 'SIGN_FAILED' ? (
            <Trans>The document could not be signed. It was reloaded; please try again.</Trans>
          ) : (
            <Trans>The server could not be reached. Check your connection and try again.</Trans>
          )}
        </Notice>
      )}
      <Field
        label={<Trans>Your full name</Trans>}
        hint={
          signer === null ? (
            <Trans>Typing it is your signature.</Trans>
          ) : (
            <Trans>Typing it is your signature. The document names {signer}.</Trans>
          )
        }
        error={isAttempted && isTooShort ? <Trans>Please type your full name.</Trans> : undefined}
      >
        <Input
          value={name}
          maxLength={NAME_MAX}
          autoComplete="name"
          onChange={(event) => setName(event.target.value)}
        />
      </Field>
      <Button type="submit" kind="key" size="large" busy={isBusy}>
        <Trans>Sign the document</Trans>
      </Button>
    </form>
  );
}

function Signed({ at, pdfUrl }: { readonly at: string; readonly pdfUrl: string }) {
  const { i18n } = useLingui();
  const moment = momentOf(at, i18n.locale);
  return (
    <Notice tone="ok" title={<Trans>The document is signed</Trans>}>
      <p>
        <Trans>Signed on {moment}.</Trans>
      </p>
      <p className="mt-2">
        <a className={buttonClass({ kind: 'line' })} href={pdfUrl} download>
          <Trans>Save it as PDF</Trans>
        </a>
      </p>
      <p className="small mt-2 text-ink-2">
        <Trans>The file link works for 15 minutes. Reload this page for a new one.</Trans>
      </p>
    </Notice>
  );
}

function Expired({ on }: { readonly on: string }) {
  return (
    <Notice tone="warn" title={<Trans>This document has expired</Trans>}>
      <Trans>
        It had to be signed by {on}. Please{' '}
        <Link className="text-link" to="/support">
          ask support
        </Link>{' '}
        for a new one.
      </Trans>
    </Notice>
  );
}

function Words({ document }: { readonly document: LegalDocument }) {
  const { i18n } = useLingui();
  return (
    <>
      <div className="max-w-[560px]">
        <FactList
          facts={[
            { label: <Trans>Document</Trans>, value: document.title },
            { label: <Trans>Version</Trans>, value: document.version },
            ...(document.signer_name === null
              ? []
              : [{ label: <Trans>For</Trans>, value: document.signer_name }]),
            { label: <Trans>Sign by</Trans>, value: dayOf(document.expires_at, i18n.locale) },
          ]}
        />
      </div>
      <LegalText html={document.document_html} />
    </>
  );
}

/** A document to read and sign by the holder of its link; read in the browser, so that no page contains it. */
export function SignPage({ id }: { readonly id: string }) {
  const { i18n } = useLingui();
  const { state, reload, sign } = useSigning(id);
  return (
    <ContentFrame title={<Trans>Sign a document</Trans>}>
      {state.kind === 'loading' && <output className="skeleton block h-60 max-w-[68ch]" aria-busy="true" />}
      {state.kind === 'error' &&
        (state.failure === 'NOT_FOUND' ? (
          <Empty
            title={<Trans>This document does not exist or the link has expired</Trans>}
            action={
              <Link className={buttonClass({ size: 'small' })} to="/support">
                <Trans>Ask support</Trans>
              </Link>
            }
          >
            <Trans>Please check that the address is complete.</Trans>
          </Empty>
        ) : (
          <ErrorBox title={<Trans>The document did not load</Trans>} onRetry={reload} />
        ))}
      {state.kind === 'signed' && <Signed at={state.at} pdfUrl={state.pdfUrl} />}
      {state.kind === 'loaded' && state.document.expired && (
        <Expired on={dayOf(state.document.expires_at, i18n.locale)} />
      )}
      {state.kind !== 'loading' && state.kind !== 'error' && <Words document={state.document} />}
      {((state.kind === 'loaded' && !state.document.expired) || state.kind === 'signing') && (
        <SignForm
          signer={state.document.signer_name}
          failure={state.kind === 'loaded' ? state.failure : undefined}
          isBusy={state.kind === 'signing'}
          onSign={(name) => void sign(name)}
        />
      )}
    </ContentFrame>
  );
}
