import { Button, buttonClass, ErrorBox } from '@klieg/ui';
import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { useNavigate } from 'react-router';
import { lateApi } from '../../shared/api/late-client.ts';
import { useLoaded } from '../../shared/use-loaded.ts';
import './content.css';

export interface LeavingPageProps {
  readonly linkKey: string;
  /** In place of the page for a key that is used up or has ended. */
  readonly refused: ReactNode;
}

function Ready({ url, host }: { readonly url: string; readonly host: string }) {
  const navigate = useNavigate();
  return (
    <>
      <p className="lead">
        <Trans>This link leads to another site that we do not run:</Trans>
      </p>
      <p className="leaving-host">{host}</p>
      <p className="small break-all text-ink-3">{url}</p>
      <div className="flex flex-wrap gap-2">
        <a className={buttonClass({ kind: 'key', size: 'large' })} href={url} rel="noopener noreferrer">
          <Trans>Go to {host}</Trans>
        </a>
        <Button kind="line" size="large" onClick={() => (history.length > 1 ? navigate(-1) : navigate('/'))}>
          <Trans>Stay here</Trans>
        </Button>
      </div>
    </>
  );
}

/** Names the host before somebody leaves; nobody is taken there without a press. */
export function LeavingPage({ linkKey: key, refused }: LeavingPageProps) {
  const { state, reload } = useLoaded(key, (signal) =>
    lateApi.verifyOutsideLink({ params: { key }, signal }),
  );
  const found = state.kind === 'ready' ? state.value : undefined;
  if (found && (!found.verified || found.url === null || found.host === null)) return refused;
  return (
    <main id="main" className="page-narrow leaving">
      <h1>
        <Trans>You are leaving this site</Trans>
      </h1>
      {state.kind === 'loading' && <output className="skeleton block h-44" aria-busy="true" />}
      {state.kind === 'failed' && (
        <ErrorBox title={<Trans>The link could not be checked</Trans>} onRetry={reload} />
      )}
      {found && found.url !== null && found.host !== null && <Ready url={found.url} host={found.host} />}
    </main>
  );
}
