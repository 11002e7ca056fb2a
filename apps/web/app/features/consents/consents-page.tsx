import type { Consent } from '@klieg/contract';
import { formatDay } from '@klieg/i18n';
import { Button, ConfirmDialog, Empty, ErrorBox, Notice, Tag } from '@klieg/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { lateApi } from '../../shared/api/late-client.ts';
import { explainError } from '../../shared/errors/explain-error.ts';
import { useLoaded } from '../../shared/use-loaded.ts';
import { AskConsentForm } from './ask-consent-form.tsx';
import { useScopeWords, useStateWords } from './scope-words.ts';
import './consents.css';

/** Those that can still be ended. */
const OPEN: ReadonlySet<Consent['state']> = new Set(['invited', 'pending', 'approved']);

function When({ consent }: { readonly consent: Consent }) {
  const { i18n } = useLingui();
  const asked = formatDay(consent.asked_at, i18n.locale);
  const from = consent.valid_from === null ? '' : formatDay(consent.valid_from, i18n.locale);
  const until = consent.valid_until === null ? '' : formatDay(consent.valid_until, i18n.locale);
  return (
    <span className="small text-ink-2">
      <Trans>Asked {asked}</Trans>
      {from !== '' && <Trans>, from {from}</Trans>}
      {until !== '' && <Trans>, until {until}</Trans>}
    </span>
  );
}

function Person({ consent, onEnd }: { readonly consent: Consent; readonly onEnd: () => void }) {
  const { t } = useLingui();
  const [tone, word] = useStateWords()[consent.state];
  const scopes = useScopeWords();
  const { name, alias } = consent;
  return (
    <li className="consent-row">
      <div className="grid min-w-0 grow gap-1">
        <b className="truncate">{alias === null || alias === name ? name : `${name} (${alias})`}</b>
        <When consent={consent} />
        <span className="small text-ink-2">{consent.scopes.map((scope) => scopes[scope]).join(' · ')}</span>
      </div>
      <Tag tone={tone}>{word}</Tag>
      {OPEN.has(consent.state) && (
        <Button kind="line" size="small" onClick={onEnd} aria-label={t`End the consent of ${name}`}>
          <Trans>End</Trans>
        </Button>
      )}
    </li>
  );
}

function People({
  items,
  onChanged,
}: {
  readonly items: readonly Consent[];
  readonly onChanged: () => void;
}) {
  const { i18n } = useLingui();
  const [ending, setEnding] = useState<Consent>();
  const [failure, setFailure] = useState<string>();
  const end = ({ id }: Consent) => {
    setEnding(undefined);
    setFailure(undefined);
    lateApi
      .revokeConsent({ params: { id }, body: {} })
      .then(onChanged, (error: unknown) => setFailure(explainError(error, i18n)));
  };
  if (items.length === 0)
    return (
      <Empty title={<Trans>Nobody is named yet</Trans>}>
        <Trans>Ask the first person above. Until they are cleared, only you may be in the picture.</Trans>
      </Empty>
    );
  return (
    <>
      {failure !== undefined && <Notice tone="bad" title={failure} />}
      <ul className="consent-list">
        {items.map((consent) => (
          <Person key={consent.id} consent={consent} onEnd={() => setEnding(consent)} />
        ))}
      </ul>
      {ending && (
        <ConfirmDialog
          title={<Trans>End this consent?</Trans>}
          yes={<Trans>End it</Trans>}
          no={<Trans>Keep it</Trans>}
          onYes={() => end(ending)}
          onClose={() => setEnding(undefined)}
        >
          <Trans>
            A broadcast that names {ending.name} ends at once, and recordings with them are no longer shown to
            anyone.
          </Trans>
        </ConfirmDialog>
      )}
    </>
  );
}

/** `/model-desk/consents`: who may be in the picture besides the model, and the state of each. */
export function ConsentsPage() {
  const { state, reload } = useLoaded('consents', (signal) => lateApi.listConsents({ signal }));
  return (
    <main id="main" className="account consents">
      <h1>
        <Trans>People with you</Trans>
      </h1>
      <p className="text-ink-2">
        <Trans>
          Anyone who will appear with you. They sign for themselves, through a link only they can open. You
          never see their documents.
        </Trans>
      </p>
      <AskConsentForm onAsked={reload} />
      {state.kind === 'loading' && <output className="skeleton block h-40" aria-busy="true" />}
      {state.kind === 'failed' && <ErrorBox title={<Trans>This did not load</Trans>} onRetry={reload} />}
      {state.kind === 'ready' && <People items={state.value.items} onChanged={reload} />}
      <Notice tone="warn" title={<Trans>Only cleared people may be in the picture</Trans>}>
        <Trans>Name them in the studio before you go live.</Trans>
      </Notice>
    </main>
  );
}
