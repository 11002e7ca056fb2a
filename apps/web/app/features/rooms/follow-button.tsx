import { formatCount } from '@klieg/i18n';
import { Button } from '@klieg/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import { useFollow } from '../../shared/me/follow.ts';
import type { SlotProps } from '../../shared/room-module/room-module.ts';

/** Follows the performer, and how many do. */
export function FollowButton({ room, now, tools }: SlotProps) {
  const { i18n } = useLingui();
  const { isFollowing, toggle } = useFollow(room.user.username, (followers) =>
    tools.dispatch({ name: 'page.followers', payload: { followers } }),
  );
  return (
    <Button icon={isFollowing ? 'heart-fill' : 'heart'} aria-pressed={isFollowing} onClick={toggle}>
      <span className="max-tablet:sr-only">
        {isFollowing ? <Trans>Following</Trans> : <Trans>Follow</Trans>}
      </span>
      <span className="figure text-ink-2">{formatCount(now.followers, i18n.locale)}</span>
    </Button>
  );
}
