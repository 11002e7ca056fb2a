import type { Bio } from '@klieg/contract';
import { formatCount } from '@klieg/i18n';
import { Avatar, Button, buttonClass, Icon, joinClasses, Picture, StateBadge } from '@klieg/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import { Link } from 'react-router';
import { liveSources } from '../../shared/live-sources.ts';
import { useFollow } from '../../shared/me/follow.ts';
import { useMe } from '../../shared/me/me-store.ts';
import { openModal } from '../../shared/modal/modal-store.ts';
import { countryName } from '#app/shared/country-name.ts';

/**
 * Link to the conversation with a performer, which says who may write. Guests join first, and nobody writes to
 * themselves.
 */
function MessageLink({ username }: { readonly username: string }) {
  const { t } = useLingui();
  const me = useMe();
  if (me.kind === 'member' && me.current.user.username === username) return null;
  return (
    <Link
      className={joinClasses(buttonClass({}), 'bio-message')}
      aria-label={t`Message`}
      to={`/inbox?with=${username}`}
      onClick={(event) => {
        if (me.kind !== 'guest') return;
        event.preventDefault();
        openModal('signup', { reason: 'chat' });
      }}
    >
      <Icon name="chat-circle-text" size={16} />
      <span className="max-tablet:hidden">
        <Trans>Message</Trans>
      </span>
    </Link>
  );
}

/** Who it is, and what a visitor can do: follow, write, watch. */
export function BioHead({
  bio,
  followers,
  onFollowers,
}: {
  readonly bio: Bio;
  readonly followers: number;
  readonly onFollowers: (followers: number) => void;
}) {
  const { t, i18n } = useLingui();
  const { user } = bio;
  const { isFollowing, toggle } = useFollow(user.username, onFollowers);
  const isLive = user.status === 'online';
  const facts = [
    user.subjectText,
    bio.country_code && countryName(bio.country_code, i18n.locale),
    user.age === null ? '' : String(user.age),
  ].filter(Boolean);
  return (
    <header className="bio-head">
      <Avatar src={user.avatarUrl ?? user.profilePictureUrl} name={user.displayName} size={48} square />
      <div className="min-w-0 grow">
        <div className="flex items-center gap-2">
          <h1 className="truncate">{user.displayName}</h1>
          <Icon name="seal-check-fill" size={16} label={t`Verified`} className="text-key" />
        </div>
        <p className="small truncate text-ink-2">{facts.join(' · ')}</p>
      </div>
      <div className="bio-actions">
        <Button icon={isFollowing ? 'heart-fill' : 'heart'} aria-pressed={isFollowing} onClick={toggle}>
          {isFollowing ? <Trans>Following</Trans> : <Trans>Follow</Trans>}
          <span className="figure text-ink-2">{formatCount(followers, i18n.locale)}</span>
        </Button>
        <MessageLink username={user.username} />
        <Link className={buttonClass({ kind: 'key' })} to={`/${user.username}`}>
          {isLive ? <Trans>Watch live</Trans> : <Trans>Open the room</Trans>}
        </Link>
      </div>
    </header>
  );
}

/** The live picture, or the last one, as the way into the room. */
export function BioPicture({ user }: Pick<Bio, 'user'>) {
  const { i18n } = useLingui();
  const isLive = user.status === 'online';
  return (
    <Link className="bio-picture" to={`/${user.username}`} aria-label={user.displayName}>
      {user.thumb_url && (
        <Picture src={user.thumb_url} sources={liveSources(user.thumb_url)} sizes="100vw" eager />
      )}
      {isLive && (
        <span className="bio-badge">
          <StateBadge look="live" />
          <span className="pill">
            <Icon name="eye" size={14} />
            {formatCount(user.viewer_count, i18n.locale)}
          </span>
        </span>
      )}
    </Link>
  );
}
