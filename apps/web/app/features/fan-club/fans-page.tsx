import type { FanPost, UserCard } from '@klieg/contract';
import { Button, buttonClass, CardPicture, CardStrip, Empty, ErrorBox } from '@klieg/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import { useCallback, useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import type { Answer } from '../../shared/api/answers.ts';
import { lateApi } from '../../shared/api/late-client.ts';
import { useMember } from '../../shared/me/me-store.ts';
import { usePageRealtime } from '../../shared/realtime/page-realtime.ts';
import { roomLook } from '../../shared/room/room-look.ts';
import { useLoaded } from '../../shared/use-loaded.ts';
import { useMorePages } from '../../shared/use-more-pages.ts';
import { ClubLetter } from './club-letter.tsx';
import { OwnMembership } from './own-membership.tsx';
import { PostItem } from './post-item.tsx';
import './fan-club.css';

type Membership = Answer<'listFanMemberships'>['items'][number];
type FeedPost = FanPost & { readonly user: UserCard };

/** A way to a club. */
function ClubCard({ card }: { readonly card: UserCard }) {
  const look = roomLook(card.status, card.spy_cost, card.group_price !== null);
  return (
    <article className="card">
      <Link to={`/${card.username}/fanclub`} discover="none">
        <CardPicture look={look} src={card.thumb_url || null} />
        <CardStrip look={look} name={card.displayName}>
          <Trans>See the fan club</Trans>
        </CardStrip>
      </Link>
    </article>
  );
}

/** Clubs that can be joined. */
function Clubs({ clubs }: { readonly clubs: readonly UserCard[] }) {
  return (
    <section className="club-list">
      <div className="section-head">
        <h2>
          <Trans>Clubs to join</Trans>
        </h2>
        <Link className="small" to="/fanclub/all">
          <Trans>All fan clubs</Trans>
        </Link>
      </div>
      {clubs.length === 0 ? (
        <Empty
          title={<Trans>Nobody has a fan club yet</Trans>}
          action={
            <Link className={buttonClass({ size: 'small' })} to="/">
              <Trans>See who is live</Trans>
            </Link>
          }
        >
          <Trans>Clubs are listed here when performers open them.</Trans>
        </Empty>
      ) : (
        <div className="club-cards">
          {clubs.map((card) => (
            <ClubCard key={card.username} card={card} />
          ))}
        </div>
      )}
    </section>
  );
}

function OwnClubs({
  items,
  onChange,
}: {
  readonly items: readonly Membership[];
  readonly onChange: () => void;
}) {
  const { t } = useLingui();
  return (
    <section aria-label={t`Your clubs`} className="club-side">
      {items.map((membership) => (
        <div key={membership.modelUsername}>
          <h2 className="px-4 pt-4 text-t3">
            <Link to={`/${membership.modelUsername}/fanclub`}>{membership.user.displayName}</Link>
          </h2>
          <OwnMembership username={membership.modelUsername} membership={membership} onChange={onChange} />
        </div>
      ))}
    </section>
  );
}

/** Posts of all clubs of the member, newest first; one that comes meanwhile is shown by a press. */
function Feed() {
  const { t } = useLingui();
  const [changes, setChanges] = useState<Readonly<Record<string, Partial<FanPost>>>>({});
  const [hasNews, setHasNews] = useState(false);
  const read = useCallback(async (cursor: string | undefined, signal: AbortSignal) => {
    const page = await lateApi.getFanFeed({ query: { limit: '20', ...(cursor && { cursor }) }, signal });
    // Only now, so that the press can be repeated where nothing came.
    if (!cursor) setHasNews(false);
    return page;
  }, []);
  const { items, hasFailed, hasMore, isBusy, loadMore, reload } = useMorePages<FeedPost>(read);
  const lobby = usePageRealtime()?.lobby;
  useEffect(
    () =>
      lobby?.on('v3.fans.post', ({ post_id: id }) => {
        // The news may come after the page has read the post by itself.
        if (!items?.some((post) => post.id === id)) setHasNews(true);
      }),
    [lobby, items],
  );
  const head = useRef<HTMLHeadingElement>(null);
  const showNews = () => {
    reload();
    // New posts stand on top, and the button that has the focus will be gone.
    head.current?.focus();
  };
  return (
    <section className="club-posts" aria-label={t`Posts`}>
      <h2 ref={head} tabIndex={-1}>
        <Trans>Posts</Trans>
      </h2>
      <div className="club-news" aria-live="polite">
        {hasNews && (
          <Button size="small" kind="key" onClick={showNews}>
            <Trans>New posts</Trans>
          </Button>
        )}
      </div>
      {hasFailed && <ErrorBox title={<Trans>The posts did not load</Trans>} onRetry={loadMore} />}
      {!items && !hasFailed && <div className="skeleton h-[80dvh]" aria-busy="true" />}
      {items?.length === 0 && (
        <Empty title={<Trans>No posts yet</Trans>}>
          <Trans>Posts of your clubs are listed here.</Trans>
        </Empty>
      )}
      <ul className="grid gap-3">
        {items?.map((post) => (
          <PostItem
            key={post.id}
            post={{ ...post, ...changes[post.id] }}
            from={<Link to={`/${post.user.username}/fanclub`}>{post.user.displayName}</Link>}
            onChange={(change) =>
              setChanges((old) => ({ ...old, [post.id]: { ...old[post.id], ...change } }))
            }
            unlock={
              <Link
                className={buttonClass({ size: 'small' })}
                to={`/${post.user.username}/fanclub?level=${post.level}`}
              >
                <Trans>See the levels</Trans>
              </Link>
            }
          />
        ))}
      </ul>
      {hasMore && (
        <div className="grid justify-items-center">
          <Button kind="line" busy={isBusy} onClick={loadMore}>
            <Trans>Show more</Trans>
          </Button>
        </div>
      )}
    </section>
  );
}

/** The member's clubs, or clubs to join for somebody without any. */
function OfMember({ clubs }: { readonly clubs: readonly UserCard[] }) {
  const { state, reload } = useLoaded('fan memberships', (signal) => lateApi.listFanMemberships({ signal }));
  const lobby = usePageRealtime()?.lobby;
  useEffect(() => lobby?.on('v3.user.fans_subscriber.update', reload), [lobby, reload]);
  if (state.kind === 'loading') return <div className="skeleton m-4 h-40" aria-busy="true" />;
  if (state.kind === 'failed')
    return <ErrorBox title={<Trans>Your clubs did not load</Trans>} onRetry={reload} />;
  const { items } = state.value;
  const known = new Set(items.map(({ modelUsername }) => modelUsername));
  return (
    <>
      <ClubLetter />
      {items.length > 0 && (
        <div className="club-inside">
          <Feed key={items.length} />
          <OwnClubs items={items} onChange={reload} />
        </div>
      )}
      <Clubs clubs={clubs.filter(({ username }) => !known.has(username))} />
    </>
  );
}

/** `/fans`: the clubs of a member with their posts; for everybody the clubs to join (FANCLUB-001). */
export function FansPage({ clubs }: { readonly clubs: readonly UserCard[] }) {
  const isViewer = useMember()?.user.type === 'other';
  return (
    <main id="main" className="fans-page">
      <header className="fan-club-head">
        <div className="grow">
          <h1>
            <Trans>Fan clubs</Trans>
          </h1>
          <p className="small text-ink-2">
            <Trans>Join by the month, read what performers post for members, cancel at any time.</Trans>
          </p>
        </div>
      </header>
      {isViewer ? <OfMember clubs={clubs} /> : <Clubs clubs={clubs} />}
    </main>
  );
}
