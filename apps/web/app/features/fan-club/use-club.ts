import type { FanClub, FanPost } from '@klieg/contract';
import { useCallback, useEffect, useRef, useState } from 'react';
import { lateApi } from '../../shared/api/late-client.ts';
import { useMember } from '../../shared/me/me-store.ts';
import { usePageRealtime } from '../../shared/realtime/page-realtime.ts';

const PAGE_SIZE = '30';

/** What somebody reads of a club. */
export interface ClubControl {
  /** The version shared by all readers, until the personal answer is there. */
  readonly club: FanClub;
  /** The personal answer is there; a guest needs none. */
  readonly isOwn: boolean;
  readonly hasFailed: boolean;
  readonly isBusy: boolean;
  readonly reload: () => void;
  readonly loadMore: () => void;
  /** Shows what an answer about one post has brought. */
  readonly changePost: (id: string, change: Partial<FanPost>) => void;
}

/** A first page that was read again, before the older posts that were there already. */
export const joinPosts = (first: readonly FanPost[], old: readonly FanPost[]): FanPost[] => {
  const last = first.at(-1)?.id;
  // Ids grow with time; one missing among the newer ones was deleted.
  return last === undefined ? [] : [...first, ...old.filter(({ id }) => id < last)];
};

/** The club as this person may read it: first the shared page, then the personal answer, with live news. */
export function useClub(shared: FanClub, username: string): ClubControl {
  const member = useMember()?.user.username;
  const [own, setOwn] = useState<FanClub>();
  /** The logo as it was told last; it is newer than what was read. */
  const [told, setTold] = useState<Pick<FanClub, 'logo_url'>>();
  const [phase, setPhase] = useState<'ready' | 'busy' | 'failed'>('ready');
  const lobby = usePageRealtime()?.lobby;

  const newest = useRef(0);
  const read = useCallback(() => {
    newest.current += 1;
    const own = newest.current;
    lateApi.getFanClub({ params: { username }, query: { profile: '0', limit: PAGE_SIZE } }).then(
      (club) => {
        if (own !== newest.current) return;
        setOwn((old) => {
          const posts = joinPosts(club.posts, club.next_cursor === null ? [] : (old?.posts ?? []));
          const isLonger = posts.length > club.posts.length;
          return { ...club, posts, next_cursor: isLonger ? old!.next_cursor : club.next_cursor };
        });
        setPhase('ready');
      },
      () => own === newest.current && setPhase('failed'),
    );
  }, [username]);
  const reload = useCallback(() => {
    setPhase('busy');
    read();
  }, [read]);

  useEffect(() => {
    if (member) read();
  }, [member, read]);

  useEffect(() => {
    if (!lobby || !member) return undefined;
    const ends = [
      lobby.on('v3.fans.post', (post) => post.username === username && read()),
      lobby.on('v3.user.fans_subscriber.update', (news) => news.modelUsername === username && read()),
      lobby.on('v3.fans.logo', ({ username: of, logo_url: url }) => {
        if (of === username) setTold({ logo_url: url ?? null });
      }),
    ];
    return () => ends.forEach((end) => end());
  }, [lobby, member, username, read]);

  const club = { ...(own ?? shared), ...told };
  const loadMore = () => {
    if (club.next_cursor === null) return;
    setPhase('busy');
    const query = { profile: '0' as const, limit: PAGE_SIZE, cursor: club.next_cursor };
    lateApi.getFanClub({ params: { username }, query }).then(
      (page) => {
        setOwn((old) => {
          const known = old ?? shared;
          const last = known.posts.at(-1)?.id;
          const added = page.posts.filter(({ id }) => last === undefined || id < last);
          return { ...known, posts: [...known.posts, ...added], next_cursor: page.next_cursor };
        });
        setPhase('ready');
      },
      () => setPhase('failed'),
    );
  };
  const changePost = (id: string, change: Partial<FanPost>) =>
    setOwn((old) => {
      const known = old ?? shared;
      return { ...known, posts: known.posts.map((post) => (post.id === id ? { ...post, ...change } : post)) };
    });
  return {
    club,
    isOwn: !member || own !== undefined,
    hasFailed: phase === 'failed',
    isBusy: phase === 'busy',
    reload,
    loadMore,
    changePost,
  };
}
