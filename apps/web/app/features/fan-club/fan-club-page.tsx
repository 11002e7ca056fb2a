import type { FanClub, FanLevel, UserCard } from '@klieg/contract';
import { formatCount } from '@klieg/i18n';
import { Avatar, Button, buttonClass, Empty, ErrorBox, Icon, Picture } from '@klieg/ui';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Link, useSearchParams } from 'react-router';
import { BannerPlace } from '../../shared/banner-place.tsx';
import { liveSources } from '../../shared/live-sources.ts';
import { useMe } from '../../shared/me/me-store.ts';
import { PersonTabs } from '../../shared/person-tabs.tsx';
import { JoinDialog } from './join-dialog.tsx';
import { FAN_LEVELS, LEVEL_NAMES, levelNamed } from './level-words.tsx';
import { OwnMembership } from './own-membership.tsx';
import { PostItem } from './post-item.tsx';
import { TierModule } from './tier-module.tsx';
import { type ClubControl, useClub } from './use-club.ts';
import { useJoinPress } from './use-join-press.ts';
import './fan-club.css';

interface FanClubPageProps {
  /** As everybody reads it. */
  readonly club: FanClub;
  readonly user: UserCard;
}

function Head({
  user,
  logo,
  members,
  isSelf,
}: {
  readonly user: UserCard;
  /** Of the club; null: the performer's own picture stands for it. */
  readonly logo: string | null;
  readonly members: number;
  readonly isSelf: boolean;
}) {
  const { i18n } = useLingui();
  const count = formatCount(members, i18n.locale);
  return (
    <>
      {user.thumb_url && (
        <div className="club-picture">
          <Picture src={user.thumb_url} sources={liveSources(user.thumb_url)} sizes="100vw" eager />
        </div>
      )}
      <header className="fan-club-head">
        <Avatar
          src={logo ?? user.avatarUrl ?? user.profilePictureUrl}
          name={user.displayName}
          size={48}
          square={logo === null}
        />
        <div className="min-w-0 grow">
          <h1 className="truncate">
            <Trans>{user.displayName} fan club</Trans>
          </h1>
          <p className="small flex items-center gap-1 text-ink-2">
            <Icon name="users" size={14} />
            <Plural value={members} one={`${count} member`} other={`${count} members`} />
          </p>
        </div>
        {isSelf ? (
          <Link className={buttonClass({ kind: 'key' })} to="/model-desk/fan-club">
            <Trans>Manage your club</Trans>
          </Link>
        ) : (
          <Link className={buttonClass({})} to={`/${user.username}`}>
            <Trans>Open the room</Trans>
          </Link>
        )}
      </header>
    </>
  );
}

function Posts({
  control,
  isSelf,
  onPress,
}: {
  readonly control: ClubControl;
  readonly isSelf: boolean;
  readonly onPress: (level: FanLevel) => void;
}) {
  const { t } = useLingui();
  const { club, isOwn, hasFailed, isBusy } = control;
  return (
    <section className="club-posts" aria-label={t`Posts`} aria-busy={!isOwn && !hasFailed}>
      <h2>
        <Trans>Posts</Trans>
      </h2>
      {hasFailed && (
        <ErrorBox title={<Trans>Your posts did not load</Trans>} onRetry={control.reload}>
          <Trans>Your membership is not affected.</Trans>
        </ErrorBox>
      )}
      {club.posts.length === 0 ? (
        <Empty title={<Trans>No posts yet</Trans>}>
          <Trans>Posts for members are listed here.</Trans>
        </Empty>
      ) : (
        <ul className="grid gap-3">
          {club.posts.map((post) => (
            <PostItem
              key={post.id}
              post={post}
              onChange={isSelf ? undefined : (change) => control.changePost(post.id, change)}
              unlock={
                // Until the personal answer is there it is unknown whether it is locked for this person.
                isOwn && (
                  <Button size="small" onClick={() => onPress(post.level)}>
                    {club.membership ? (
                      <Trans>Go up to {t(LEVEL_NAMES[post.level])}</Trans>
                    ) : (
                      <Trans>Join as {t(LEVEL_NAMES[post.level])}</Trans>
                    )}
                  </Button>
                )
              }
            />
          ))}
        </ul>
      )}
      {club.next_cursor !== null && (
        <div className="grid justify-items-center">
          <Button kind="line" busy={isBusy} onClick={control.loadMore}>
            <Trans>Show more</Trans>
          </Button>
        </div>
      )}
    </section>
  );
}

/** The fan club of a performer: levels, prices and benefits, the own membership, and the posts. */
export function FanClubPage({ club: shared, user }: FanClubPageProps) {
  const me = useMe();
  const [query] = useSearchParams();
  const wanted = levelNamed(query.get('level'));
  const control = useClub(shared, user.username);
  const { club, isOwn } = control;
  const isSelf = me.kind === 'member' && me.current.user.username === user.username;
  const { membership } = club;
  const { dialogAt, press, close } = useJoinPress({ wanted, membership, isOwn, isSelf });
  // One yellow button: the level that the address names, else the next one up.
  const next = FAN_LEVELS[membership ? FAN_LEVELS.indexOf(membership.level) + 1 : 0];
  const keyLevel = wanted ?? next;
  return (
    <main id="main" className="fan-club">
      <Head user={user} logo={club.logo_url} members={club.members} isSelf={isSelf} />
      <PersonTabs user={user} at="club" ratings={user.ratings.count} />
      <div className="rack fan-club-tiers">
        {club.tiers.map((tier) => (
          <TierModule
            key={tier.level}
            tier={tier}
            membership={membership}
            isKey={tier.level === keyLevel}
            onPress={isSelf ? undefined : press}
          />
        ))}
      </div>
      <div className="club-inside">
        <Posts control={control} isSelf={isSelf} onPress={press} />
        {membership && (
          <aside className="club-side">
            <OwnMembership
              username={user.username}
              membership={membership}
              onChange={control.reload}
              onPay={press}
            />
          </aside>
        )}
      </div>
      {dialogAt && me.kind === 'member' && isOwn && (
        <JoinDialog
          username={user.username}
          displayName={user.displayName}
          club={club}
          level={dialogAt}
          onJoined={control.reload}
          onStale={control.reload}
          onClose={close}
        />
      )}
      {/* The levels come first, as the picture does in a room. */}
      <BannerPlace />
    </main>
  );
}
