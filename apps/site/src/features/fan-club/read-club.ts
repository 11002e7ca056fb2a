import type { FanClub, FanLevel, UserCard } from '@klieg/contract';
import { AppError, type Uuid } from '@klieg/kernel';
import type { Account } from '../identity/index.ts';
import { isAllowed } from '../permissions/index.ts';
import type { RoomAccess } from '../rooms/index.ts';
import type { SiteCaller } from '../sessions/index.ts';
import { levelNow, LEVELS } from './club-rules.ts';
import { type PostMedia, presentPost, withMedia } from './fan-posts.ts';
import { fanTiers } from './fan-tiers.ts';
import type { LogoStore } from './logo/logo-store.ts';
import type { MembershipStore } from './membership-store.ts';
import type { Post, PostStore } from './post-store.ts';
import { presentMembership } from './present-membership.ts';
import type { IsShutOut } from './shut-out.ts';

export interface ReadClubDeps {
  readonly access: Pick<RoomAccess, 'enter'>;
  readonly memberships: Pick<MembershipStore, 'find' | 'countOf'>;
  readonly posts: Pick<PostStore, 'list' | 'listLiked'>;
  readonly media: PostMedia;
  readonly logos: Pick<LogoStore, 'shownOf'>;
  readonly isShutOut: IsShutOut;
  /** Card of a performer as this caller may find it, also where no list shows the performer. */
  readonly cardOf: (owner: Account, caller: SiteCaller) => Promise<UserCard>;
  readonly now: () => number;
}

/** The page of posts, and the mark of the next one. */
export const pageOf = <P extends { readonly id: Uuid }>(posts: readonly P[], limit: number) => ({
  posts: posts.slice(0, limit),
  next: posts.length > limit ? posts[limit - 1]!.id : null,
});

export interface ClubPage {
  readonly cursor?: string | undefined;
  readonly limit: number;
  readonly hasProfile: boolean;
}

/** The fan club of a performer. @throws rooms.not_found, rooms.banned, fan_club.off */
export function makeReadClub(deps: ReadClubDeps) {
  const likedOf = async (account: Account | null, posts: readonly Post[]): Promise<ReadonlySet<Uuid>> =>
    account && posts.length > 0
      ? deps.posts.listLiked(
          account.id,
          posts.map(({ id }) => id),
        )
      : new Set();

  return async (username: string, page: ClubPage, caller: SiteCaller): Promise<FanClub> => {
    const owner = await deps.access.enter(username, caller);
    const tiers = fanTiers(owner.settings);
    if (tiers.length === 0) throw new AppError('fan_club.off');
    const { account } = caller;
    const pair = account && { memberId: account.id, modelId: owner.id };
    const [membership, counts, found, byLevel, user, logos] = await Promise.all([
      pair ? deps.memberships.find(pair) : undefined,
      deps.memberships.countOf(owner.id),
      deps.posts.list([owner.id], page.cursor as Uuid | undefined, page.limit + 1),
      page.hasProfile ? deps.media.countByLevel(owner.id) : new Map<FanLevel, number>(),
      page.hasProfile ? deps.cardOf(owner, caller) : null,
      deps.logos.shownOf([owner.id]),
    ]);
    const own = levelNow(membership, deps.now());
    const { posts, next } = pageOf(found, page.limit);
    const liked = await likedOf(account, posts);
    // Staff reads what the site stores.
    const readsAll = account?.id === owner.id || isAllowed('work_for_house', caller);
    const reads = readsAll ? 'legend' : own;
    const [supporter, insider, legend] = LEVELS.map((level) => byLevel.get(level) ?? 0);
    return {
      tiers: [...tiers],
      membership: membership && own ? presentMembership(membership, await deps.isShutOut(membership)) : null,
      members: counts.supporter + counts.insider + counts.legend,
      posts: await withMedia(
        posts.map((post) => presentPost(post, reads, liked.has(post.id))),
        posts,
        deps.media,
        caller,
      ),
      next_cursor: next,
      user,
      logo_url: logos.get(owner.id) ?? null,
      media_counts: { supporter: supporter!, insider: insider!, legend: legend! },
    };
  };
}
