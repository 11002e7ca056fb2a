import type { ConsentInvite } from '@klieg/contract';
import { formatDay } from '@klieg/i18n';
import { Button, buttonClass, ConfirmDialog, Empty, FactList, Notice } from '@klieg/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import { lateApi } from '../../shared/api/late-client.ts';
import { explainError } from '../../shared/errors/explain-error.ts';
import { useLoaded } from '../../shared/use-loaded.ts';
import { AnswerForm } from './answer-form.tsx';
import type { InviteProps } from './invite-props.ts';
import { useScopeWords } from './scope-words.ts';
import './consents.css';

/** For which person and purpose, from when and until when. */
function Asked({ invite }: { readonly invite: ConsentInvite }) {
  const { i18n } = useLingui();
  const words = useScopeWords();
  const dayOf = (given: string | null, absent: ReactNode) =>
    given === null ? absent : formatDay(given, i18n.locale);
  return (
    <FactList
      facts={[
        { label: <Trans>Asked by</Trans>, value: invite.model_display_name },
        { label: <Trans>They call you</Trans>, value: invite.name },
        {
          label: <Trans>What</Trans>,
          value: invite.scopes.map((scope) => (
            <span key={scope} className="block">
              {words[scope]}
            </span>
          )),
        },
        {
          label: <Trans>From</Trans>,
          value: dayOf(invite.valid_from, <Trans>As soon as it is checked</Trans>),
        },
        { label: <Trans>Until</Trans>, value: dayOf(invite.valid_until, <Trans>Until you withdraw</Trans>) },
      ]}
    />
  );
}

/** The way out, which is always open. */
function Withdraw({ linkKey, invite, onChanged }: InviteProps) {
  const { i18n } = useLingui();
  const [isAsking, setAsking] = useState(false);
  const [failure, setFailure] = useState<string>();
  const withdraw = () => {
    setAsking(false);
    lateApi
      .revokeConsent({ params: { id: invite.id }, body: { key: linkKey } })
      .then(onChanged, (error: unknown) => setFailure(explainError(error, i18n)));
  };
  return (
    <>
      {failure !== undefined && <Notice tone="bad" title={failure} />}
      <div>
        <Button kind="danger" onClick={() => setAsking(true)}>
          <Trans>Withdraw my consent</Trans>
        </Button>
      </div>
      {isAsking && (
        <ConfirmDialog
          title={<Trans>Withdraw your consent?</Trans>}
          yes={<Trans>Withdraw</Trans>}
          no={<Trans>Keep it</Trans>}
          onYes={withdraw}
          onClose={() => setAsking(false)}
        >
          <Trans>
            A broadcast that names you ends at once, and recordings with you are no longer shown to anyone.
            This cannot be undone.
          </Trans>
        </ConfirmDialog>
      )}
    </>
  );
}

function Standing(props: InviteProps) {
  const { invite } = props;
  const model = invite.model_display_name;
  switch (invite.state) {
    case 'invited':
      return <AnswerForm {...props} />;
    case 'pending':
      return (
        <>
          <Notice tone="info" title={<Trans>Being checked</Trans>}>
            <Trans>We will email you within two days. Nothing can be changed until then.</Trans>
          </Notice>
          <Withdraw {...props} />
        </>
      );
    case 'approved':
      return (
        <>
          <Notice tone="ok" title={<Trans>Your consent is valid</Trans>}>
            <Trans>You may appear in broadcasts by {model} as stated above.</Trans>
          </Notice>
          <Withdraw {...props} />
        </>
      );
    case 'refused':
      return (
        <Notice title={<Trans>This was declined</Trans>}>
          <Trans>You will not be in broadcasts by {model}. They can ask you again.</Trans>
        </Notice>
      );
    case 'revoked':
      return (
        <Notice title={<Trans>This consent was withdrawn</Trans>}>
          <Trans>Broadcasts by {model} may no longer show you.</Trans>
        </Notice>
      );
    case 'expired':
      return (
        <Notice tone="warn" title={<Trans>This is over</Trans>}>
          <Trans>The deadline has passed. {model} can ask you again.</Trans>
        </Notice>
      );
  }
}

/** `/consent/{key}`: for the person the link was mailed to; no account is needed. */
export function ConsentPage({ linkKey }: { readonly linkKey: string }) {
  const { state, reload } = useLoaded(linkKey, (signal) =>
    lateApi.getConsentInvite({ params: { key: linkKey }, signal }),
  );
  return (
    <main id="main" className="consent-page">
      {state.kind === 'loading' && <output className="skeleton block h-60" aria-busy="true" />}
      {state.kind === 'failed' && (
        <Empty
          title={<Trans>This link is not valid</Trans>}
          action={
            <Link className={buttonClass({ size: 'small' })} to="/support">
              <Trans>Ask support</Trans>
            </Link>
          }
        >
          <Trans>Use the newest email: each one has its own link, and only the last one works.</Trans>
        </Empty>
      )}
      {state.kind === 'ready' && (
        <>
          <h1>
            <Trans>Your consent</Trans>
          </h1>
          <Asked invite={state.value} />
          <Standing linkKey={linkKey} invite={state.value} onChanged={reload} />
        </>
      )}
    </main>
  );
}
