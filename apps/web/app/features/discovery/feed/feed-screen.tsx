import { formatViewers } from '@klieg/i18n';
import { Avatar, buttonClass, Icon, StateBadge, TokenAmount } from '@klieg/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import { memo } from 'react';
import { Link } from 'react-router';
import { liveSources } from '#app/shared/live-sources.ts';
import { languageCode, roomLook } from '#app/shared/room/room-look.ts';
import { tagWords } from '#app/shared/tag-words.ts';
import { useRoomStatus } from '../cards/use-room-status.ts';
import { FeedKeys } from './feed-keys.tsx';
import { FeedPrivate } from './feed-private.tsx';
import { FeedPicture, type FeedPictureProps } from './feed-picture.tsx';
import type { FeedRoom } from './feed-room.ts';
import { FeedTip } from './feed-tip.tsx';

interface StripProps {
  readonly room: FeedRoom;
  readonly onTag: (tag: string) => void;
}

/** Below the picture: who it is, what the room is about, what a private costs, and what one can do. */
function Strip({ room, onTag }: StripProps) {
  const { t } = useLingui();
  const { username, name, avatarUrl, thumbUrl, tags, language, minuteTokens } = room;
  const picture = avatarUrl ?? thumbUrl;
  return (
    <div className="feed-strip">
      <div className="flex items-center gap-2">
        <Avatar src={picture} sources={liveSources(picture)} name={name} size={40} square />
        <span className="min-w-0 grow">
          <h2 className="feed-name">{name}</h2>
          <span className="feed-about">
            {tags.map((tag) => (
              <button
                key={tag}
                type="button"
                className="feed-tag"
                aria-label={t`More rooms about ${tag}`}
                onClick={() => onTag(tag)}
              >
                {tagWords(tag)}
              </button>
            ))}
            {language && <span>{languageCode(language)}</span>}
          </span>
        </span>
        {minuteTokens !== null && (
          <span title={t`Private price`}>
            <TokenAmount amountTokens={minuteTokens} unit={<Trans>/min</Trans>} />
          </span>
        )}
      </div>
      <div className="feed-acts">
        <FeedTip room={room} />
        <FeedPrivate room={room} />
        <Link className={buttonClass({})} to={`/${username}`} aria-label={t`Open the room of ${name}`}>
          <Trans>Room</Trans>
        </Link>
      </div>
    </div>
  );
}

export interface FeedScreenProps extends Omit<FeedPictureProps, 'isPaused'>, StripProps {
  readonly isPaused: boolean;
  readonly position: number;
  readonly onSound: () => void;
}

/** One room, as high as the window: its live picture with everything that belongs to it. */
export const FeedScreen = memo(function FeedScreen(props: FeedScreenProps) {
  const { room, place, position, isSoundOn, isPaused, onSound, onTag } = props;
  const { i18n } = useLingui();
  const live = useRoomStatus(room.username);
  const isCurrent = place === 'current';
  return (
    <article
      className="feed-screen"
      aria-label={room.name}
      aria-posinset={position + 1}
      aria-setsize={-1}
      data-place={place}
      data-room={room.username}
      inert={!isCurrent}
    >
      <div className="feed-frame">
        <FeedPicture {...props} />
        <div className="overlay feed-badges">
          <StateBadge look={roomLook(live?.status ?? room.status, null)} />
          <span className="pill">
            <Icon name="eye" size={14} />
            {formatViewers(live?.viewers ?? room.viewers, i18n.locale)}
          </span>
          {isPaused && (
            <span className="pill">
              <Trans>Paused</Trans>
            </span>
          )}
        </div>
        <FeedKeys room={room} isSoundOn={isSoundOn} onSound={onSound} />
      </div>
      <Strip room={room} onTag={onTag} />
    </article>
  );
});
