import { formatAmount } from '@klieg/i18n';
import { Button, Dialog, ErrorBox, Field, Notice, TextArea } from '@klieg/ui';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import type { Answer } from '../../shared/api/answers.ts';
import { lateApi } from '../../shared/api/late-client.ts';
import { useConfirmed } from '../../shared/password/use-confirmed.tsx';
import { SettingsSection } from '../../shared/settings/settings-section.tsx';
import { useSave } from '../../shared/settings/use-save.ts';
import { useLoaded } from '../../shared/use-loaded.ts';
import { HOLD_WORDS, mustSettleFirst } from './hold-words.tsx';

type Deletion = Answer<'getDeletion'>;

function Holds({ holds }: { readonly holds: Deletion['holds'] }) {
  return (
    <ul className="grid gap-1">
      {holds.map((hold) => (
        <li key={hold}>{HOLD_WORDS[hold]}</li>
      ))}
    </ul>
  );
}

/** It was asked for: when it happens, what holds it, and the way back. */
function Asked({ deletion, onKeep }: { readonly deletion: Deletion; readonly onKeep: () => void }) {
  const { i18n } = useLingui();
  const day = new Intl.DateTimeFormat(i18n.locale, { dateStyle: 'long' }).format(
    new Date(deletion.delete_at ?? 0),
  );
  const keep = (
    <Button onClick={onKeep}>
      <Trans>Keep my account</Trans>
    </Button>
  );
  if (deletion.state === 'running')
    return (
      <Notice tone="warn" title={<Trans>Your account is being deleted</Trans>}>
        <Trans>It can no longer be stopped.</Trans>
      </Notice>
    );
  return (
    <>
      <Notice
        tone="warn"
        title={
          deletion.state === 'held' ? (
            <Trans>Your account cannot be deleted yet</Trans>
          ) : (
            <Trans>Your account will be deleted on {day}</Trans>
          )
        }
        action={keep}
      >
        {deletion.holds.length > 0 ? (
          <Holds holds={deletion.holds} />
        ) : (
          <Trans>Until then you can log in and keep it.</Trans>
        )}
      </Notice>
      {deletion.state === 'held' && (
        <p className="small text-ink-2">
          <Trans>
            It is deleted automatically as soon as that is over. If you think this is wrong, contact support.
          </Trans>
        </p>
      )}
    </>
  );
}

function AskDialog({
  tokens,
  onYes,
  onClose,
}: {
  readonly tokens: number;
  readonly onYes: (reason: string) => void;
  readonly onClose: () => void;
}) {
  const { t, i18n } = useLingui();
  const [reason, setReason] = useState('');
  return (
    <Dialog
      title={<Trans>Delete your account?</Trans>}
      onClose={onClose}
      foot={
        <>
          <span className="grow" />
          <Button kind="line" onClick={onClose}>
            <Trans>Cancel</Trans>
          </Button>
          <Button kind="danger" onClick={() => onYes(reason.trim())}>
            <Trans>Delete my account</Trans>
          </Button>
        </>
      }
    >
      <p>
        <Trans>
          In fourteen days your profile, messages, pictures, recordings and settings are deleted, and nobody
          can bring them back. Until then you can log in and keep the account. Invoices, agreements and other
          records that the law requires stay under a name that does not say who you are.
        </Trans>
      </p>
      {tokens > 0 && (
        <p>
          <b>
            <Plural
              value={tokens}
              one="Your # token ends with the account and is not refunded."
              other={`Your ${formatAmount(tokens, i18n.locale)} tokens end with the account and are not refunded.`}
            />
          </b>
        </p>
      )}
      <Field label={t`Why are you leaving? You need not say.`}>
        <TextArea maxLength={500} value={reason} onChange={(event) => setReason(event.target.value)} />
      </Field>
    </Dialog>
  );
}

/** The end of the account: asked for, and taken back until it happens. */
export function DeletionSection() {
  const { t } = useLingui();
  const save = useSave();
  const [isAsking, setAsking] = useState(false);
  const { state, reload } = useLoaded('deletion', (signal) => lateApi.getDeletion({ signal }));
  const { question, run } = useConfirmed((error) => {
    void save.run(() => Promise.reject(error as Error));
    reload();
  });
  const found = state.kind === 'ready' ? state.value : undefined;
  const ask = (reason: string) => {
    setAsking(false);
    return run(async () => {
      await lateApi.requestDeletion({ body: { ...(reason !== '' && { reason }) } });
      reload();
    });
  };
  const keep = async () => {
    await save.run(() => lateApi.cancelDeletion({ body: {} }));
    reload();
  };
  const isBarred = found !== undefined && mustSettleFirst(found.holds);
  return (
    <SettingsSection
      title={t`Delete your account`}
      note={<Trans>You have fourteen days to think it over.</Trans>}
      state={save.state}
    >
      {question}
      {isAsking && found && (
        <AskDialog
          tokens={found.tokens}
          onYes={(reason) => void ask(reason)}
          onClose={() => setAsking(false)}
        />
      )}
      {state.kind === 'failed' && (
        <ErrorBox title={<Trans>The state of your account did not load</Trans>} onRetry={reload} />
      )}
      {state.kind === 'loading' && <span className="skeleton h-13" aria-busy="true" />}
      {found?.state === 'none' && isBarred && <Holds holds={found.holds} />}
      {found?.state === 'none' && (
        <div>
          <Button kind="danger" disabled={isBarred} onClick={() => setAsking(true)}>
            <Trans>Delete my account</Trans>
          </Button>
        </div>
      )}
      {found && found.state !== 'none' && <Asked deletion={found} onKeep={() => void keep()} />}
    </SettingsSection>
  );
}
