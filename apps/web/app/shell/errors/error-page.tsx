import type { UserCard } from '@klieg/contract';
import { Avatar, Button, buttonClass } from '@klieg/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useState } from 'react';
import { isRouteErrorResponse, Link } from 'react-router';
import { liveSources } from '../../shared/live-sources.ts';
import { useShown } from '../../shared/me/hidden-names.ts';
import { reportError } from '../../shared/errors/report-error.ts';
import { useDocumentTitle } from '../../shared/use-document-title.ts';
import { ForModelsPage } from './for-models-page.tsx';
import { isOutrun } from './outrun-page.ts';
import { Stage, StagePage } from './stage-page.tsx';

/** What a loader throws with `data(…, {status})` so that the page can say more than the code. */
export interface PageRefusal {
  readonly code?: string;
  readonly message?: string;
  readonly suggestions?: readonly UserCard[];
  /** What the address asks for and there is none of. */
  readonly missing?: 'tag' | undefined;
  /** The page is there, for the accounts of models. */
  readonly isForModels?: boolean;
}

const refusalOf = (value: unknown): PageRefusal =>
  typeof value === 'object' && value !== null ? (value as PageRefusal) : {};

function LiveInstead({ rooms }: { readonly rooms: readonly UserCard[] }) {
  const all = useShown(rooms);
  const live = all.filter(({ status }) => status !== 'offline');
  const shown = live.length > 0 ? live : all;
  if (shown.length === 0) return null;
  return (
    <div>
      <span className="label">
        {live.length > 0 ? <Trans>Live instead</Trans> : <Trans>Other rooms</Trans>}
      </span>
      <div className="stage-rooms">
        {shown.slice(0, 4).map((room) => (
          <Link key={room.username} to={`/${room.username}`} className="stage-room">
            <Avatar
              src={room.avatarUrl ?? room.thumb_url}
              sources={liveSources(room.avatarUrl ?? room.thumb_url)}
              name={room.displayName}
              size={24}
            />
            {room.displayName}
          </Link>
        ))}
      </div>
    </div>
  );
}

const isDefaultText = (message: string | undefined): boolean => !message || message === 'Page not found';

interface CodePageProps {
  readonly status: number;
  readonly refusal: PageRefusal;
  readonly isFramed: boolean;
}

/** A page that does not exist or may not be seen: the code, a sentence, the way home. */
function CodePage({ status, refusal, isFramed }: CodePageProps) {
  const { t } = useLingui();
  const Frame = isFramed ? Stage : StagePage;
  const isTag = refusal.missing === 'tag';
  const title = isTag
    ? t`Nothing under this tag`
    : (!isDefaultText(refusal.message) && refusal.message) || t`Page not found`;
  useDocumentTitle(title);
  return (
    <Frame
      light={status >= 500 ? 'broken' : 'lit'}
      badge={<span className="pill">{status}</span>}
      title={title}
    >
      {isTag && (
        <p className="lead">
          <Trans>No performer uses this tag. It may be misspelled, or it has gone out of use.</Trans>
        </p>
      )}
      {isDefaultText(refusal.message) && (
        <p className="lead">
          <Trans>
            The light is on, but nobody is on this stage. The address may have changed, or the room was
            renamed.
          </Trans>
        </p>
      )}
      {refusal.code === 'rooms.not_found' && (
        <p className="lead">
          <Trans>Nobody performs here under this name. It may be misspelled, or it was changed.</Trans>
        </p>
      )}
      {refusal.suggestions && refusal.suggestions.length > 0 && <LiveInstead rooms={refusal.suggestions} />}
      <div className="flex flex-wrap gap-2">
        <Link className={buttonClass({ kind: 'key', size: 'large' })} to="/">
          <Trans>Home</Trans>
        </Link>
        <Link className={buttonClass({ kind: 'line', size: 'large' })} to={isTag ? '/tags' : '/search'}>
          {isTag ? <Trans>All tags</Trans> : <Trans>Search</Trans>}
        </Link>
      </div>
    </Frame>
  );
}

/** Something on our side broke: the message in small print and the code of the report (ERRORS-001, ERRORS-064). */
function OopsPage({ error, isFramed }: { readonly error: unknown; readonly isFramed: boolean }) {
  const Frame = isFramed ? Stage : StagePage;
  const { t } = useLingui();
  const [code, setCode] = useState<string | null>();
  const [isLoadedAnew] = useState(() => isOutrun(error));
  useEffect(() => {
    if (isLoadedAnew) return location.reload();
    void reportError(error).then((answer) => setCode(answer ?? null));
  }, [error, isLoadedAnew]);
  if (isLoadedAnew) return <div className="min-h-dvh" />;
  const message = error instanceof Error ? error.message : '';
  return (
    <Frame
      light="broken"
      badge={
        <span className="pill">
          <Trans>Error</Trans>
        </span>
      }
      title={<Trans>Oops</Trans>}
    >
      <p className="lead">
        <Trans>
          Something on our side broke while loading this page. Your balance and your show are not affected.
        </Trans>
      </p>
      <p className="small figure min-h-4 whitespace-normal text-ink-2">
        {code === null ? t`Error code not available.` : code && t`Code ${code}`}
        {message && <span className="block">{message}</span>}
      </p>
      <div className="flex flex-wrap gap-2">
        <Button kind="key" size="large" icon="arrow-clockwise" onClick={() => location.reload()}>
          <Trans>Try again</Trans>
        </Button>
        <Link className={buttonClass({ kind: 'line', size: 'large' })} to="/">
          <Trans>Home</Trans>
        </Link>
      </div>
    </Frame>
  );
}

export interface ErrorPageProps {
  readonly error: unknown;
  /** The site's header and footer are already around it. */
  readonly isFramed?: boolean;
}

/** Shown instead of a page: a code page for refusals, Oops for everything else. */
export function ErrorPage({ error, isFramed = false }: ErrorPageProps) {
  if (isRouteErrorResponse(error) && error.status < 500) {
    const refusal = refusalOf(error.data);
    if (refusal.isForModels) return <ForModelsPage isFramed={isFramed} />;
    return <CodePage status={error.status} refusal={refusal} isFramed={isFramed} />;
  }
  return <OopsPage error={error} isFramed={isFramed} />;
}
