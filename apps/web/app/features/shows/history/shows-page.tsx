import { formatClock, formatDayTime } from '@klieg/i18n';
import { Button, buttonClass, Empty, ErrorBox, Icon, Tag, TokenAmount } from '@klieg/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import { type ReactNode, useCallback, useState } from 'react';
import { Link } from 'react-router';
import type { Answer } from '#app/shared/api/answers.ts';
import { lateApi } from '#app/shared/api/late-client.ts';
import { useMember } from '#app/shared/me/me-store.ts';
import { useMorePages } from '#app/shared/use-more-pages.ts';
import { ShowCharges } from './show-charges.tsx';
import { ShowRecording } from './show-recording.tsx';
import '../shows.css';

type Show = Answer<'listShowHistory'>['items'][number];

const KINDS: Readonly<Record<Show['kind'], ReactNode>> = {
  private: <Trans>Private</Trans>,
  exclusive: <Trans>Exclusive</Trans>,
  spy: <Trans>Spy</Trans>,
  limited: <Trans>Ticket show</Trans>,
  group: <Trans>Group show</Trans>,
};

const readPage = (cursor: string | undefined, signal: AbortSignal) =>
  lateApi.listShowHistory({ query: { limit: '50', ...(cursor !== undefined && { cursor }) }, signal });

interface ShowItemProps {
  readonly show: Show;
  readonly isModel: boolean;
  readonly isOpen: boolean;
  readonly onToggle: () => void;
  readonly onTrace: (id: string) => void;
}

/** One show: with whom, when, how long, for how much; its charges unfold. */
function ShowItem({ show, isModel, isOpen, onToggle, onTrace }: ShowItemProps) {
  const { i18n, t } = useLingui();
  const { kind, username, started_at: at, duration_seconds: seconds, tokens } = show;
  return (
    <li className="show-item">
      <button type="button" className="show-item-head" aria-expanded={isOpen} onClick={onToggle}>
        <span className="grid min-w-0">
          <span className="flex min-w-0 items-center gap-2">
            <b className="truncate">{username}</b>
            <Tag tone={kind === 'spy' ? 'ok' : 'info'}>{KINDS[kind]}</Tag>
            {show.rated && (
              <Tag>
                <Trans>Rated</Trans>
              </Tag>
            )}
            {show.recording_id !== null && (
              <Tag>
                <Trans>Recorded</Trans>
              </Tag>
            )}
          </span>
          <span className="small text-ink-2">
            {formatDayTime(at, i18n.locale)} · {formatClock(seconds)}
          </span>
        </span>
        <TokenAmount amountTokens={isModel ? tokens : -tokens} signed />
        <Icon name={isOpen ? 'caret-down' : 'caret-right'} size={16} label={t`Charges`} />
      </button>
      {isOpen && show.recording_id !== null && <ShowRecording id={show.recording_id} />}
      {isOpen && <ShowCharges show={show} onTrace={onTrace} />}
    </li>
  );
}

function NoShows({ isModel }: { readonly isModel: boolean }) {
  return isModel ? (
    <Empty
      title={<Trans>No shows yet</Trans>}
      action={
        <Link className={buttonClass({ size: 'small' })} to="/account/settings/prices">
          <Trans>Your prices</Trans>
        </Link>
      }
    >
      <Trans>Privates, spies and ticket shows will be listed here with what they earned.</Trans>
    </Empty>
  ) : (
    <Empty
      title={<Trans>No shows yet</Trans>}
      action={
        <Link className={buttonClass({ size: 'small' })} to="/?filter=private-ready">
          <Trans>Rooms ready for a private</Trans>
        </Link>
      }
    >
      <Trans>Privates, spying and ticket shows will be listed here, each with its charges.</Trans>
    </Empty>
  );
}

/**
 * Past privates and looks into them, newest first, with their charges.
 * @param trace the ledger's trace of one charge
 * @param more purchases other than shows
 */
export function ShowsPage({
  trace,
  more,
}: {
  readonly trace: (id: string, onClose: () => void) => ReactNode;
  readonly more?: ReactNode;
}) {
  const isModel = useMember()?.user.type === 'model';
  const pages = useMorePages<Show>(readPage);
  const [openId, setOpenId] = useState<string>();
  const [traced, setTraced] = useState<string>();
  const closeTrace = useCallback(() => setTraced(undefined), []);
  return (
    <main id="main" className="account">
      <div className="account-statement">
        <section className="statement">
          <div className="statement-head">
            <h1 className="grow">
              <Trans>Shows</Trans>
            </h1>
          </div>
          <div className="statement-rows">
            {!pages.items && !pages.hasFailed && <div className="skeleton m-4 h-40" aria-busy="true" />}
            {pages.hasFailed && (
              <div className="p-4">
                <ErrorBox title={<Trans>The shows did not load</Trans>} onRetry={pages.loadMore} />
              </div>
            )}
            {pages.items?.length === 0 && (
              <div className="p-4">
                <NoShows isModel={isModel} />
              </div>
            )}
            <ul className="show-list">
              {pages.items?.map((show) => {
                const id = `${show.show_id} ${show.started_at}`;
                return (
                  <ShowItem
                    key={id}
                    show={show}
                    isModel={isModel}
                    isOpen={openId === id}
                    onToggle={() => setOpenId(openId === id ? undefined : id)}
                    onTrace={setTraced}
                  />
                );
              })}
            </ul>
            {pages.hasMore && (
              <div className="grid justify-center p-4">
                <Button kind="line" busy={pages.isBusy} onClick={pages.loadMore}>
                  <Trans>Older shows</Trans>
                </Button>
              </div>
            )}
            {more}
          </div>
        </section>
        {traced && trace(traced, closeTrace)}
      </div>
    </main>
  );
}
