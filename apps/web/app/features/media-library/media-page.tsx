import type { MediaDetail, MediaItem } from '@klieg/contract';
import { buttonClass, Empty, ErrorBox, TokenAmount, Button } from '@klieg/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import { Link, useLocation } from 'react-router';
import { BannerPlace } from '#app/shared/banner-place.tsx';
import { useFanLevel } from '#app/shared/me/fan-level.ts';
import { useMe, useMember } from '#app/shared/me/me-store.ts';
import { LEVEL_NAMES } from '../fan-club/index.ts';
import { useBuyMedia } from './buy/use-buy-media.ts';
import { MediaCard } from './lists/media-card.tsx';
import { type Holding, holdingOf } from './media-rules.ts';
import { MediaSide } from './media-side.tsx';
import { Reduction } from './media-words.tsx';
import { MediaViewer } from './viewer/media-viewer.tsx';
import { useMedia } from './viewer/use-media.ts';
import './media-library.css';
import './media-page.css';

const NONE: readonly number[] = [];
const MORE = 8;

function Offer({
  media,
  holding,
  onBuy,
}: {
  readonly media: MediaItem;
  readonly holding: Holding;
  readonly onBuy: (media: MediaItem) => void;
}) {
  const { t } = useLingui();
  const level = useFanLevel(media.username);
  return (
    <div className="media-offer">
      <span className="label">
        {media.type_id === 1 ? <Trans>Set of pictures</Trans> : <Trans>Video</Trans>}
      </span>
      <div className="media-offer-line">
        <Button kind="key" size="large" onClick={() => onBuy(media)}>
          {holding === 'free' ? (
            <Trans>Log in to see it</Trans>
          ) : (
            <>
              <Trans>Buy for</Trans>
              <TokenAmount amountTokens={media.final_price} />
            </>
          )}
        </Button>
        <Reduction media={media} level={level && t(LEVEL_NAMES[level])} />
      </div>
    </div>
  );
}

/** The item does not exist, or not for this person (ERRORS-016). */
function Missing({ username }: { readonly username: string }) {
  return (
    <Empty
      title={<Trans>This item was not found</Trans>}
      action={
        <Link className={buttonClass({ size: 'small' })} to={`/${username}/media`}>
          <Trans>See the media of {username}</Trans>
        </Link>
      }
    >
      <Trans>It was taken down, or you cannot see it.</Trans>
    </Empty>
  );
}

function More({
  items,
  name,
  username,
}: {
  readonly items: readonly MediaItem[];
  readonly name: string;
  readonly username: string;
}) {
  if (items.length === 0) return null;
  return (
    <section className="media-more">
      <div className="section-head">
        <h2>
          <Trans>More from {name}</Trans>
        </h2>
        <Link className="section-more" to={`/${username}/media`}>
          <Trans>See all</Trans>
        </Link>
      </div>
      <div className="media-grid media-grid-4">
        {items.slice(0, MORE).map((media) => (
          <MediaCard key={media.id} media={media} hasNoName />
        ))}
      </div>
    </section>
  );
}

export interface MediaPageProps {
  readonly id: number;
  readonly username: string;
  readonly playlist: number | undefined;
  /** As everybody gets it; null where a guest gets nothing. */
  readonly shared: MediaDetail | null;
  /** Others of the same performer. */
  readonly more: readonly MediaItem[];
}

/** `/{username}/media/{slug}/{id}`: one item, with its viewer (MEDIA-LIBRARY-002). */
export function MediaPage({ id, username, playlist, shared, more }: MediaPageProps) {
  const control = useMedia({ id, playlist, shared });
  const member = useMember();
  const isGuest = useMe().kind === 'guest';
  const { pathname, search } = useLocation();
  const buy = useBuyMedia({
    source: playlist === undefined ? 'media_page' : 'playlist',
    returnTo: pathname + search,
    onStale: control.reload,
  });
  const { viewer } = control;
  if (control.isMissing || control.hasFailed)
    return (
      <main id="main" className="media-page media-page-empty">
        {control.isMissing ? (
          <Missing username={username} />
        ) : (
          <ErrorBox title={<Trans>This item did not load</Trans>} onRetry={control.reload} />
        )}
      </main>
    );
  const media = viewer.kind === 'loading' ? undefined : viewer.media;
  const holding = media && holdingOf(media, member?.media_ids ?? NONE);
  // Price 0 is for logged-in people, unless the performer opens it to everybody.
  const isForMembers = isGuest && holding === 'free' && media?.is_free_no_auth === false;
  const isLocked = holding === 'none' || isForMembers;
  return (
    <main id="main" className="media-page">
      <div className="media-left" data-pictures={media && !media.is_video && !isLocked ? true : undefined}>
        <MediaViewer
          control={control}
          isLocked={isLocked}
          offer={media && holding && isLocked && <Offer media={media} holding={holding} onBuy={buy} />}
        />
        {media && (
          <More
            items={more.filter((other) => other.id !== media.id)}
            name={media.user_display_name}
            username={media.username}
          />
        )}
      </div>
      {media && holding ? (
        <MediaSide
          media={media}
          holding={holding}
          playlist={playlist}
          onBuy={buy}
          onChange={control.reload}
        />
      ) : (
        <aside className="media-side">
          <div className="module">
            <div className="skeleton h-40" aria-busy="true" />
          </div>
        </aside>
      )}
      <BannerPlace />
    </main>
  );
}
