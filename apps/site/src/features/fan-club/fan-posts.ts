import type { FanLevel, FanPost, MediaCard } from '@klieg/contract';
import { type AccountId, AppError, toInstant, type Uuid, uuidv7 } from '@klieg/kernel';
import type { AccountFeed } from '../../platform/sockets/index.ts';
import type { Account, AccountStore } from '../identity/index.ts';
import type { RoomAccess } from '../rooms/index.ts';
import type { SiteCaller } from '../sessions/index.ts';
import { covers } from './club-rules.ts';
import { makeListReaders } from './fan-readers.ts';
import type { FanRights } from './fan-rights.ts';
import { requireOpenClub } from './join-club.ts';
import type { MembershipStore } from './membership-store.ts';
import type { Post, PostStore } from './post-store.ts';

/** Media of performers that posts show; the media library answers for them. */
export interface PostMedia {
  /** @throws common.not_found unless each is the performer's own, and others find it */
  check(owner: Account, mediaIds: readonly number[]): Promise<void>;
  /** Those of them that the caller may see. */
  cards(mediaIds: readonly number[], caller: SiteCaller): Promise<readonly MediaCard[]>;
  countByLevel(modelId: AccountId): Promise<ReadonlyMap<FanLevel, number>>;
}

/** The same posts with their media, for readers with access. */
export async function withMedia<P extends FanPost>(
  presented: readonly P[],
  posts: readonly Post[],
  media: Pick<PostMedia, 'cards'>,
  caller: SiteCaller,
): Promise<P[]> {
  const idsOf = new Map(posts.map(({ id, mediaIds }) => [id, mediaIds]));
  const shown = presented.flatMap(({ id, locked }) => (locked ? [] : (idsOf.get(id as Uuid) ?? [])));
  const found = shown.length > 0 ? await media.cards([...new Set(shown)], caller) : [];
  const cards = new Map(found.map((card) => [card.id, card]));
  return presented.map((post) => ({
    ...post,
    media: post.locked ? [] : (idsOf.get(post.id as Uuid) ?? []).flatMap((id) => cards.get(id) ?? []),
  }));
}

/** A post as a reader of that level sees it. */
export const presentPost = (post: Post, own: FanLevel | null, liked: boolean): FanPost => {
  const locked = !covers(own, post.level);
  return {
    id: post.id,
    text: locked ? '' : post.text,
    level: post.level,
    media: [],
    at: toInstant(post.at),
    likes: post.likes,
    liked,
    locked,
  };
};

/** Characters of a post quoted in the notification. */
const SHORT = 280;

/** Writes to members, takes it back, and counts who likes it. */
export function makeFanPosts(deps: {
  readonly posts: PostStore;
  readonly memberships: Pick<MembershipStore, 'listMemberIds'>;
  readonly rights: FanRights;
  readonly access: Pick<RoomAccess, 'isBarred' | 'refusalOf'>;
  readonly accounts: Pick<AccountStore, 'findById' | 'listByIds'>;
  readonly media: Pick<PostMedia, 'check'>;
  readonly refuseText: (text: string) => boolean;
  readonly feed: AccountFeed;
  readonly now: () => number;
}) {
  const { posts } = deps;
  const listReaders = makeListReaders(deps);

  /** Tells the pages of members who may read it, and the performer's own. */
  const tell = async (owner: Account, post: Post): Promise<void> => {
    const { username, id: modelId } = owner;
    for (const id of [modelId, ...(await listReaders(owner, post.level))])
      deps.feed.send(id, 'v3.fans.post', {
        post_id: post.id,
        username,
        level: post.level,
        text: [...post.text].slice(0, SHORT).join(''),
        at: post.at.getTime(),
      });
  };

  return {
    /** @throws fan_club.off, compliance.text_refused, common.not_found for media that it cannot show */
    async write(
      owner: Account,
      given: { readonly text: string; readonly level: FanLevel; readonly mediaIds: readonly number[] },
    ): Promise<Post> {
      const { text, level, mediaIds } = given;
      requireOpenClub(owner);
      if (deps.refuseText(text)) throw new AppError('compliance.text_refused');
      await deps.media.check(owner, mediaIds);
      const now = deps.now();
      const post = { id: uuidv7(now), modelId: owner.id, level, text, at: new Date(now), likes: 0, mediaIds };
      await posts.add(post);
      await tell(owner, post);
      return post;
    },
    /** @throws common.not_found */
    async remove(owner: Account, id: Uuid): Promise<void> {
      if (!(await posts.remove(id, owner.id))) throw new AppError('common.not_found');
    },
    /** A post that the reader may not read counts as nonexistent. @throws common.not_found */
    async like(caller: SiteCaller, id: Uuid, isLiked: boolean): Promise<number> {
      const readerId = caller.account!.id;
      const post = await posts.find(id);
      const own = post && (await deps.rights.levelOf(readerId, post.modelId));
      if (!post || !own || !covers(own, post.level)) throw new AppError('common.not_found');
      const model = await deps.accounts.findById(post.modelId);
      if ((await deps.access.refusalOf(model, caller)) !== null) throw new AppError('common.not_found');
      const likes = await posts.like(id, readerId, isLiked);
      if (likes === undefined) throw new AppError('common.not_found');
      return likes;
    },
  };
}
