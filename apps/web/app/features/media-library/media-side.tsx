import type { MediaDetail, MediaItem } from '@klieg/contract';
import { formatClock, formatCount, formatDay } from '@klieg/i18n';
import { Avatar, Button, buttonClass, FactList, Icon, Tag, TokenAmount } from '@klieg/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import { Link } from 'react-router';
import { useFanLevel } from '#app/shared/me/fan-level.ts';
import { useFollow } from '#app/shared/me/follow.ts';
import { useMember } from '#app/shared/me/me-store.ts';
import { tagWords } from '#app/shared/tag-words.ts';
import { LEVEL_NAMES } from '../fan-club/index.ts';
import type { Holding } from './media-rules.ts';
import { Reduction } from './media-words.tsx';
import { PlaylistButton } from './account/playlist-button.tsx';
import { PlaylistRack } from './playlist-rack.tsx';
import { RateMedia } from './rate-media.tsx';

interface SideProps {
  readonly media: MediaDetail;
  readonly holding: Holding;
  readonly playlist: number | undefined;
  readonly onBuy: (media: MediaItem) => void;
  /** Shows what a press has changed. */
  readonly onChange: () => void;
}

function Person({ media }: { readonly media: MediaDetail }) {
  const { isFollowing, toggle } = useFollow(media.username);
  const isSelf = useMember()?.user.username === media.username;
  return (
    <div className="media-side-person">
      <Avatar src={media.user_avatar} name={media.user_display_name} size={32} />
      <Link className="min-w-0 grow" to={`/${media.username}/media`}>
        <b className="block truncate">{media.user_display_name}</b>
      </Link>
      {isSelf ? (
        <Link className={buttonClass({ size: 'small' })} to="/model-desk/media">
          <Trans>Edit</Trans>
        </Link>
      ) : (
        <Button
          size="small"
          icon={isFollowing ? 'heart-fill' : 'heart'}
          aria-pressed={isFollowing}
          onClick={toggle}
        >
          {isFollowing ? <Trans>Following</Trans> : <Trans>Follow</Trans>}
        </Button>
      )}
    </div>
  );
}

/** Its price, or the right that opens it. */
function Right({ media, holding, onBuy }: Pick<SideProps, 'media' | 'holding' | 'onBuy'>) {
  const { t } = useLingui();
  const own = useFanLevel(media.username);
  const included = media.fanclub_access_level;
  switch (holding) {
    case 'own':
      return (
        <Tag tone="ok" icon="check-bold">
          <Trans>Owned</Trans>
        </Tag>
      );
    case 'bought':
      return (
        <Tag tone="ok" icon="check-bold">
          <Trans>In your library</Trans>
        </Tag>
      );
    case 'club':
      return (
        <Tag tone="ok" icon="check-bold">
          <Trans>In your fan club</Trans>
        </Tag>
      );
    case 'free':
      return (
        <Tag tone="ok">
          <Trans>Free</Trans>
        </Tag>
      );
    case 'none':
      return (
        <>
          {/* Secondary: the main Buy button is below the picture. */}
          <Button kind="line" full className="media-side-buy" onClick={() => onBuy(media)}>
            <Trans>Buy for</Trans>
            <TokenAmount amountTokens={media.final_price} />
          </Button>
          <span className="media-side-buy">
            <Reduction media={media} level={own && t(LEVEL_NAMES[own])} />
          </span>
          {included && (
            <p className="small text-ink-2">
              <Link className="text-link" to={`/${media.username}/fanclub?level=${included}`}>
                <Trans>Or join as {t(LEVEL_NAMES[included])}</Trans>
              </Link>{' '}
              <Trans>and it is included.</Trans>
            </p>
          )}
        </>
      );
  }
}

function Facts({ media }: { readonly media: MediaDetail }) {
  const { t, i18n } = useLingui();
  const { ratings } = media;
  const [first] = media.items;
  const names = new Intl.ListFormat(i18n.locale).format(media.co_performers);
  return (
    <FactList
      facts={[
        media.is_video
          ? { label: t`Length`, value: <span className="figure">{formatClock(media.duration ?? 0)}</span> }
          : {
              label: t`Pictures`,
              value: <span className="figure">{formatCount(media.item_count, i18n.locale)}</span>,
            },
        { label: t`Uploaded`, value: formatDay(Date.parse(media.created_at), i18n.locale) },
        ...(media.is_video && media.muted ? [{ label: t`Sound`, value: t`None` }] : []),
        ...(media.is_video && first && first.height > 0
          ? [
              {
                label: t`Picture`,
                value: <span className="figure">{`${first.width} × ${first.height}`}</span>,
              },
            ]
          : []),
        ...(ratings.count > 0
          ? [
              {
                label: t`Rated`,
                value: t`${(ratings.average / 20).toFixed(1)} of 5, by ${formatCount(ratings.count, i18n.locale)}`,
              },
            ]
          : []),
        ...(names ? [{ label: t`With`, value: names }] : []),
      ]}
    />
  );
}

/** Beside an item: its data, its price, and its neighbours in the playlist. */
export function MediaSide({ media, holding, playlist, onBuy, onChange }: SideProps) {
  const member = useMember();
  const isOpen = holding !== 'none';
  return (
    <aside className="media-side">
      <section className="module">
        <h1 className="media-title">{media.name}</h1>
        <Person media={media} />
        <div className="grid justify-items-start gap-2">
          <Right media={media} holding={holding} onBuy={onBuy} />
        </div>
      </section>
      <section className="module">
        {media.description && <p className="media-words">{media.description}</p>}
        {media.tags.length > 0 && (
          <div className="flex flex-wrap gap-2">
            {media.tags.map((tag) => (
              <Link
                key={tag}
                className="chip"
                to={`/media/${media.type_id === 1 ? 'pictures' : 'videos'}?tag=${tag}`}
              >
                #{tagWords(tag)}
              </Link>
            ))}
          </div>
        )}
        <Facts media={media} />
        {member && isOpen && (
          <div className="media-acts">
            {holding !== 'own' && <RateMedia id={media.id} onRated={onChange} />}
            <PlaylistButton media={media} onChange={onChange} />
          </div>
        )}
      </section>
      <PlaylistRack media={media} playlist={playlist} />
      {(media.prev_id ?? media.next_id) !== null && (
        <nav className="module media-neighbours">
          <Neighbour id={media.prev_id} media={media} playlist={playlist} isNext={false} />
          <span className="grow" />
          <Neighbour id={media.next_id} media={media} playlist={playlist} isNext />
        </nav>
      )}
    </aside>
  );
}

function Neighbour({
  id,
  media,
  playlist,
  isNext,
}: {
  readonly id: number | null;
  readonly media: MediaDetail;
  readonly playlist: number | undefined;
  readonly isNext: boolean;
}) {
  if (id === null) return null;
  // Leads on to the address of the item itself, which holds its name.
  const to = `/${media.username}/videos/${id}${playlist === undefined ? '' : `?playlist=${playlist}`}`;
  return (
    <Link className={buttonClass({ kind: 'line', size: 'small' })} to={to} rel={isNext ? 'next' : 'prev'}>
      {!isNext && <Icon name="caret-left-bold" size={14} />}
      {isNext ? <Trans>Next</Trans> : <Trans>Back</Trans>}
      {isNext && <Icon name="caret-right-bold" size={14} />}
    </Link>
  );
}
