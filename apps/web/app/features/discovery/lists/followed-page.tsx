import type { UserCard } from '@klieg/contract';
import { Button, buttonClass, Empty, Segments } from '@klieg/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import { useCallback, useState } from 'react';
import { Link } from 'react-router';
import { api } from '#app/shared/api/client.ts';
import { useMorePages } from '#app/shared/use-more-pages.ts';
import { CardListPage } from './card-list-page.tsx';

type Which = 'all' | 'live';

/** The performers whom the person follows, newest first. */
export function FollowedPage() {
  const { t } = useLingui();
  const [which, setWhich] = useState<Which>('all');
  const read = useCallback(
    (cursor: string | undefined, signal: AbortSignal) =>
      api.listFollowing({
        query: { limit: '60', ...(cursor && { cursor }), ...(which === 'live' && { online: '1' as const }) },
        signal,
      }),
    [which],
  );
  const pages = useMorePages<UserCard>(read);
  return (
    <CardListPage
      title={<Trans>Followed performers</Trans>}
      tools={
        <Segments<Which>
          label={t`Which rooms`}
          value={which}
          onChange={setWhich}
          options={[
            { value: 'all', text: <Trans>All</Trans> },
            { value: 'live', text: <Trans>Live now</Trans> },
          ]}
        />
      }
      cards={pages.items}
      hasFailed={pages.hasFailed}
      onRetry={pages.loadMore}
      empty={
        which === 'live' ? (
          <Empty
            title={<Trans>None of them is live now</Trans>}
            action={
              <Button size="small" onClick={() => setWhich('all')}>
                <Trans>Show all</Trans>
              </Button>
            }
          >
            <Trans>You are notified when one of them goes live.</Trans>
          </Empty>
        ) : (
          <Empty
            title={<Trans>You follow nobody yet</Trans>}
            action={
              <Link className={buttonClass({ size: 'small' })} to="/">
                <Trans>See who is live</Trans>
              </Link>
            }
          >
            <Trans>
              Press the heart on a picture to follow a performer. The performers you follow are listed here.
            </Trans>
          </Empty>
        )
      }
      foot={
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
