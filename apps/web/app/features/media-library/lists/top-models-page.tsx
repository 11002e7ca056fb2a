import type { UserCard } from '@klieg/contract';
import { formatCount } from '@klieg/i18n';
import { Avatar, buttonClass, Empty } from '@klieg/ui';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useCallback } from 'react';
import { Link } from 'react-router';
import type { Answer } from '#app/shared/api/answers.ts';
import { lateApi } from '#app/shared/api/late-client.ts';
import { BannerPlace } from '#app/shared/banner-place.tsx';
import { useShown } from '#app/shared/me/hidden-names.ts';
import { useOwnAnswer } from '../use-own-answer.ts';
import { MediaPager } from './list-parts.tsx';
import { asItem } from './as-item.ts';
import { MediaCard } from './media-card.tsx';
import '../media-library.css';

type Top = Answer<'topMediaList'>;
type Row = Top['data'][number];

function Seller({
  user,
  rank,
  count,
}: {
  readonly user: UserCard;
  readonly rank: number;
  readonly count: number;
}) {
  const { i18n, t } = useLingui();
  return (
    <header className="media-seller">
      <span className="display text-t5 text-ink-3" aria-label={t`Place ${rank}`}>
        {rank}
      </span>
      <Avatar src={user.avatarUrl ?? user.profilePictureUrl} name={user.displayName} size={48} square />
      <div className="min-w-0 grow">
        <h2 className="truncate">
          <Link to={`/${user.username}/media`}>{user.displayName}</Link>
        </h2>
        <p className="small text-ink-2">
          <Plural value={count} one="# item" other={`${formatCount(count, i18n.locale)} items`} />
        </p>
      </div>
      <Link className={buttonClass({ size: 'small' })} to={`/${user.username}/media`}>
        <Trans>See all</Trans>
      </Link>
    </header>
  );
}

/** `/media/top-models`: best sellers, with their media (MEDIA-LIBRARY-006). */
export function TopModelsPage({ top, page }: { readonly top: Top; readonly page: number }) {
  const read = useCallback(
    (signal: AbortSignal) => lateApi.topMediaList({ query: { page: String(page) }, signal }),
    [page],
  );
  const { value } = useOwnAnswer(top, read);
  const shown = useShown<Row & { readonly username: string }>(
    value.data.map((row) => ({ ...row, username: row.user.username })),
  );
  return (
    <main id="main" className="main media-main pt-4">
      <BannerPlace />
      <header className="media-head">
        <h1>
          <Trans>Top sellers</Trans>
        </h1>
        <span className="grow" />
        <Link className={buttonClass({ kind: 'text' })} to="/media/videos">
          <Trans>All videos</Trans>
        </Link>
      </header>
      {shown.length === 0 && (
        <Empty
          title={<Trans>Nobody has sold media yet</Trans>}
          action={
            <Link className={buttonClass({ size: 'small' })} to="/media/videos">
              <Trans>See the videos</Trans>
            </Link>
          }
        >
          <Trans>Performers are listed here by how much they have sold.</Trans>
        </Empty>
      )}
      {shown.map(({ user, media, count_total: count, rank }) => (
        <section key={user.username} className="media-seller-row">
          <Seller user={user} rank={rank} count={count} />
          <div className="media-grid media-grid-4">
            {media.map((card) => (
              <MediaCard key={card.id} media={asItem(card)} hasNoName />
            ))}
          </div>
        </section>
      ))}
      <MediaPager query={{ page, sort: 'new', tag: undefined }} total={value.last_page} pageSize={1} />
    </main>
  );
}
