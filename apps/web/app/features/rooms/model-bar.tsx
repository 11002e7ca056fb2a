import type { Room } from '@klieg/contract';
import { formatCount, numberFormat } from '@klieg/i18n';
import { Avatar, Button, Icon } from '@klieg/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import { Link } from 'react-router';
import { useFollow } from '../../shared/me/follow.ts';
import { FanStar } from './fan-star.tsx';
import type { FanStar as Star } from './room-state.ts';

const STARS = 20;

export interface ModelBarProps {
  readonly room: Room;
  readonly subject: string;
  readonly followers: number;
  readonly rating: { readonly average: number; readonly count: number };
  readonly onFollowers: (followers: number) => void;
  /** Opens the rating; absent while the reader may not rate. */
  readonly onRate?: (() => void) | undefined;
  /** The fans' star of the performer. */
  readonly star: Star | null;
  /** The own stars of today. */
  readonly ratedToday: number | null;
  /** Two-letter codes of the languages spoken. */
  readonly languages: readonly string[];
}

/** Who is on the stage: name, subject, followers, rating, and what a viewer can do. */
export function ModelBar({
  room,
  subject,
  followers: followerCount,
  rating: { average, count },
  onFollowers,
  onRate,
  ratedToday,
  star,
  languages,
}: ModelBarProps) {
  const { t, i18n } = useLingui();
  const { user } = room;
  const { isFollowing, toggle } = useFollow(user.username, onFollowers);
  const followers = formatCount(followerCount, i18n.locale);
  const rating = numberFormat(i18n.locale, { minimumFractionDigits: 1, maximumFractionDigits: 1 }).format(
    average / STARS,
  );
  const ratingCount = formatCount(count, i18n.locale);
  const parts = [subject, ...(count > 0 ? [t`${rating} in ${ratingCount} ratings`] : [])].filter(Boolean);
  return (
    <div className="model-bar">
      <Avatar src={user.avatarUrl ?? user.profilePictureUrl} name={user.displayName} size={48} square />
      <div className="model-name">
        <div className="flex items-center gap-2">
          <h1 className="truncate">
            <Link to={`/${user.username}/bio`}>{user.displayName}</Link>
          </h1>
          <Icon name="seal-check-fill" size={16} label={t`Verified`} className="text-key" />
          {star && <FanStar star={star} />}
          <span className="language max-tablet:hidden">{languages.join(' · ')}</span>
        </div>
        <div className="small min-h-[1lh] truncate text-ink-3">{parts.join(' · ')}</div>
      </div>
      <div className="model-actions">
        {onRate && (
          <Button icon={ratedToday === null ? 'star' : 'star-fill'} onClick={onRate}>
            <span className="max-tablet:sr-only">
              {ratedToday === null ? <Trans>Rate</Trans> : <Trans>Rated {ratedToday} of 5</Trans>}
            </span>
          </Button>
        )}
        {room.userSetting.followEnabled && (
          <Button icon={isFollowing ? 'heart-fill' : 'heart'} aria-pressed={isFollowing} onClick={toggle}>
            {isFollowing ? <Trans>Following</Trans> : <Trans>Follow</Trans>}
            <span className="figure text-ink-2">{followers}</span>
          </Button>
        )}
      </div>
    </div>
  );
}
