import type { Room } from '@klieg/contract';
import { formatCount, numberFormat } from '@klieg/i18n';
import { Avatar, Button, Icon } from '@klieg/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import { useFollow } from '../../shared/me/follow.ts';

const STARS = 20;

export interface ModelBarProps {
  readonly room: Room;
  readonly subject: string;
  /** Two-letter codes of the languages spoken. */
  readonly languages: readonly string[];
}

/** Who is on the stage: name, subject, followers, rating, and what a viewer can do. */
export function ModelBar({ room, subject, languages }: ModelBarProps) {
  const { t, i18n } = useLingui();
  const { user } = room;
  const { isFollowing, toggle } = useFollow(user.username);
  const followers = formatCount(user.follower_count, i18n.locale);
  const rating = numberFormat(i18n.locale, { minimumFractionDigits: 1, maximumFractionDigits: 1 }).format(
    user.ratings.average / STARS,
  );
  const ratingCount = formatCount(user.ratings.count, i18n.locale);
  const parts = [
    subject,
    t`${followers} followers`,
    ...(user.ratings.count > 0 ? [t`${rating} in ${ratingCount} ratings`] : []),
  ].filter(Boolean);
  return (
    <div className="model-bar">
      <Avatar src={user.avatarUrl ?? user.profilePictureUrl} name={user.displayName} size={48} square />
      <div className="model-name">
        <div className="flex items-center gap-2">
          <h1 className="truncate">{user.displayName}</h1>
          <Icon name="seal-check-fill" size={16} label={t`Verified`} className="text-key" />
          <span className="language max-tablet:hidden">{languages.join(' · ')}</span>
        </div>
        <div className="small truncate text-ink-3">{parts.join(' · ')}</div>
      </div>
      {room.userSetting.followEnabled && (
        <div className="model-actions">
          <Button icon={isFollowing ? 'heart-fill' : 'heart'} aria-pressed={isFollowing} onClick={toggle}>
            {isFollowing ? <Trans>Following</Trans> : <Trans>Follow</Trans>}
          </Button>
        </div>
      )}
    </div>
  );
}
