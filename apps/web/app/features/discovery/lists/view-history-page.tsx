import { formatMoment } from '@klieg/i18n';
import { Button, buttonClass, Empty, showToast } from '@klieg/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import { useCallback, useMemo, useState } from 'react';
import { Link } from 'react-router';
import type { Answer } from '#app/shared/api/answers.ts';
import { lateApi } from '#app/shared/api/late-client.ts';
import { explainError } from '#app/shared/errors/explain-error.ts';
import { useMe } from '#app/shared/me/me-store.ts';
import { useMorePages } from '#app/shared/use-more-pages.ts';
import { CardListPage } from './card-list-page.tsx';
import { forgetViewed, readViewed } from './viewed-rooms.ts';

type Visit = Answer<'listViewHistory'>['items'][number];

const readPage = (cursor: string | undefined, signal: AbortSignal) =>
  lateApi.listViewHistory({ query: { limit: '60', ...(cursor && { cursor }) }, signal });

/** The browser's own history, in the shape of the server's list. */
const localVisits = (): readonly Visit[] =>
  readViewed().map(({ card, viewedAt }) => ({ user: card, viewed_at: new Date(viewedAt).toISOString() }));

/** Rooms that were entered lately: a member's on the server, a guest's in this browser. */
export function ViewHistoryPage() {
  const { i18n } = useLingui();
  const me = useMe();
  const isMember = me.kind === 'member';
  const pages = useMorePages<Visit>(isMember ? readPage : undefined);
  const [cleared, setCleared] = useState(false);
  const isGuest = me.kind === 'guest';
  const local = useMemo(() => {
    if (!isGuest) return undefined;
    return cleared ? [] : localVisits();
  }, [isGuest, cleared]);
  const visits = isMember ? pages.items : local;
  const { change } = pages;
  const clear = useCallback(() => {
    if (!isMember) {
      forgetViewed();
      return setCleared(true);
    }
    lateApi.clearViewHistory({ body: {} }).then(
      () => change(() => []),
      (error: unknown) => showToast({ content: explainError(error, i18n), appearance: 'error' }),
    );
  }, [isMember, change, i18n]);
  const times = new Map(visits?.map(({ user, viewed_at: at }) => [user.username, at]));
  return (
    <CardListPage
      title={<Trans>Recently viewed</Trans>}
      tools={
        visits !== undefined &&
        visits.length > 0 && (
          <Button kind="line" size="small" onClick={clear}>
            <Trans>Clear the list</Trans>
          </Button>
        )
      }
      cards={visits?.map(({ user }) => user)}
      hasFailed={pages.hasFailed}
      onRetry={pages.loadMore}
      stripFor={({ username }) => (
        <span className="small text-ink-2">
          <Trans>Seen {formatMoment(Date.parse(times.get(username) ?? ''), i18n.locale)}</Trans>
        </span>
      )}
      empty={
        <Empty
          title={<Trans>No rooms here yet</Trans>}
          action={
            <Link className={buttonClass({ size: 'small' })} to="/">
              <Trans>See who is live</Trans>
            </Link>
          }
        >
          <Trans>Rooms that you open are kept here for 30 days. Only you see them.</Trans>
        </Empty>
      }
      foot={
        isMember &&
        pages.hasMore && (
          <div className="pager">
            <Button kind="line" busy={pages.isBusy} onClick={pages.loadMore}>
              <Trans>Show more</Trans>
            </Button>
          </div>
        )
      }
    />
  );
}
