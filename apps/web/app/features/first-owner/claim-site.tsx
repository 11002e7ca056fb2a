import { CallError } from '@klieg/contract/client';
import { Button, buttonClass, Notice } from '@klieg/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import { type FormEvent, useState } from 'react';
import { lateApi } from '../../shared/api/late-client.ts';
import { codeOf, explainError } from '../../shared/errors/explain-error.ts';
import { useSubmitType } from '../../shared/forms/use-submit-type.ts';
import { KeyRefused, type KeyRefusal } from './key-refused.tsx';

/** Why the key does nothing; undefined for anything else, such as a lost connection, where it may still work. */
function refusedKey(error: unknown): KeyRefusal | undefined {
  // A key whose form is broken is refused as input: no start has printed it.
  if (codeOf(error) === 'common.invalid_input') return 'unknown';
  if (!(error instanceof CallError) || error.code !== 'first_owner.key_refused') return undefined;
  return error.body?.params['reason'] === 'used' ? 'used' : 'unknown';
}

function Done({ username }: { readonly username: string }) {
  return (
    <div className="form">
      <Notice tone="ok" title={<Trans>The site is yours</Trans>}>
        <Trans>{username} is the administrator now. This address no longer works.</Trans>
      </Notice>
      {/* Reloaded, so that the page knows of it. */}
      <a className={buttonClass({ kind: 'key', size: 'large' })} href="/">
        <Trans>Go to the home page</Trans>
      </a>
    </div>
  );
}

export interface ClaimSiteProps {
  /** What the start of the site has printed. */
  readonly ownerKey: string;
  /** Who would become the owner. */
  readonly username: string;
}

/** Makes the logged-in person the owner of the site by one press. Opening the page does nothing. */
export function ClaimSite({ ownerKey, username }: ClaimSiteProps) {
  const { i18n } = useLingui();
  const submitType = useSubmitType();
  const [state, setState] = useState<'asking' | 'busy' | 'done' | KeyRefusal>('asking');
  const [error, setError] = useState<string>();
  if (state === 'done') return <Done username={username} />;
  if (state === 'used' || state === 'unknown') return <KeyRefused refusal={state} />;
  const press = async (event: FormEvent) => {
    event.preventDefault();
    setState('busy');
    setError(undefined);
    try {
      await lateApi.claimSite({ body: { key: ownerKey } });
      setState('done');
    } catch (failure) {
      setState(refusedKey(failure) ?? 'asking');
      setError(explainError(failure, i18n));
    }
  };
  return (
    <form method="post" className="form" onSubmit={(event) => void press(event)}>
      <p className="text-ink-2">
        <Trans>
          You are logged in as <b>{username}</b>. If this address was printed at the latest start, one press
          makes this account the administrator of the site.
        </Trans>
      </p>
      {error && (
        <p className="field-error" role="alert">
          {error}
        </p>
      )}
      <Button type={submitType} kind="key" size="large" full busy={state === 'busy'}>
        <Trans>Become the owner</Trans>
      </Button>
    </form>
  );
}
