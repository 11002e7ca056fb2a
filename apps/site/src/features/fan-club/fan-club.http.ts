import type { callsByFeature } from '@klieg/contract';
import { type AccountId, AppError, toInstant, type Uuid } from '@klieg/kernel';
import { utcDayOf } from '@klieg/kernel/time';
import type { Handlers } from '../../platform/http/index.ts';
import { type Account, type AccountStore, chosenInvisibleLevel } from '../identity/index.ts';
import type { Ledger } from '../ledger/index.ts';
import { cleanLines, presentSummary, readTimeCursor, writeTimeCursor } from '../people/index.ts';
import type { PersonMoney, RoomAccess } from '../rooms/index.ts';
import type { SiteCaller } from '../sessions/index.ts';
import type { Wallet } from '../wallet/index.ts';
import type { ChangeRenewal } from './change-renewal.ts';
import { levelNow } from './club-rules.ts';
import { type makeFanPosts, presentPost, withMedia } from './fan-posts.ts';
import type { JoinClub } from './join-club.ts';
import type { Logos } from './logo/keep-logo.ts';
import { type LogoStore, logoUrl, type OwnLogo } from './logo/logo-store.ts';
import type { KeptMembership, MembershipStore } from './membership-store.ts';
import type { PaymentStore } from './payment-store.ts';
import type { PostStore } from './post-store.ts';
import { presentMembership } from './present-membership.ts';
import { type makeReadClub, pageOf, type ReadClubDeps } from './read-club.ts';

type Calls = Handlers<(typeof callsByFeature)['fan-club'], SiteCaller>;

export interface FanClubDeps extends ReadClubDeps {
  readonly access: Pick<RoomAccess, 'enter' | 'refusalOf'>;
  readonly accounts: Pick<AccountStore, 'findByUsername' | 'listByIds'>;
  readonly memberships: MembershipStore;
  readonly payments: Pick<PaymentStore, 'spentOf'>;
  readonly posts: PostStore;
  readonly fanPosts: ReturnType<typeof makeFanPosts>;
  readonly join: JoinClub;
  readonly changeRenewal: ChangeRenewal;
  readonly logos: Pick<Logos, 'replace' | 'remove'> & Pick<LogoStore, 'ownOf' | 'shownOf'>;
  readonly readMoney: (person: AccountId, owner: AccountId | null) => Promise<PersonMoney>;
  readonly wallet: Pick<Wallet, 'spendableOf'>;
  readonly ledger: Pick<Ledger, 'listEarned'>;
}

const byId = (accounts: readonly Account[]) => new Map(accounts.map((account) => [account.id, account]));

/** What a member does: joins, cancels, reads. */
function makeMemberHandlers(
  deps: FanClubDeps,
  readClub: ReturnType<typeof makeReadClub>,
): Pick<
  Calls,
  | 'getFanClub'
  | 'joinFanClub'
  | 'cancelFanClub'
  | 'renewFanClub'
  | 'getFanFeed'
  | 'listFanMemberships'
  | 'likeFanPost'
> {
  const { memberships, posts } = deps;

  const change = async (username: string, { account }: SiteCaller, autoRenew: boolean) => {
    const owner = await deps.accounts.findByUsername(username);
    if (!owner) throw new AppError('rooms.not_found');
    const membership = await deps.changeRenewal({ memberId: account!.id, modelId: owner.id }, autoRenew);
    return {
      status: 1 as const,
      membership: presentMembership(membership, await deps.isShutOut(membership)),
    };
  };

  const listOwn = async ({ id }: Account) =>
    (await memberships.listOfMembers([id])).filter((one) => levelNow(one, deps.now()) !== null);

  /** Which of these performers' rooms the reader may enter: the club page of the others is closed as well. */
  const listOpen = async (own: readonly KeptMembership[], caller: SiteCaller) => {
    const models = await deps.accounts.listByIds(own.map(({ modelId }) => modelId));
    const refusals = await Promise.all(models.map((model) => deps.access.refusalOf(model, caller)));
    return new Set(models.flatMap(({ id }, at) => (refusals[at] === null ? id : [])));
  };

  return {
    getFanClub: ({ params, query }, { caller }) =>
      readClub(params.username, { ...query, hasProfile: query.profile === '1' }, caller),
    async joinFanClub({ params, body }, { caller, idempotencyKey }) {
      const owner = await deps.access.enter(params.username, caller);
      const member = caller.account!;
      const { level, price, auto_renew: autoRenew } = body;
      const membership = await deps.join({ key: idempotencyKey!, member, owner, level, price, autoRenew });
      return {
        status: 1,
        membership: presentMembership(membership, await deps.isShutOut(membership)),
        tokens: await deps.wallet.spendableOf(member.id),
      };
    },
    cancelFanClub: ({ params }, { caller }) => change(params.username, caller, false),
    renewFanClub: ({ params, body }, { caller }) => change(params.username, caller, body.auto_renew),
    async getFanFeed({ query }, { caller }) {
      const reader = caller.account!;
      const own = await listOwn(reader);
      const openIds = await listOpen(own, caller);
      const levels = new Map(
        own.flatMap((one) => (openIds.has(one.modelId) ? [[one.modelId, levelNow(one, deps.now())]] : [])),
      );
      const found = await posts.list([...levels.keys()], query.cursor as Uuid | undefined, query.limit + 1);
      const page = pageOf(found, query.limit);
      const [models, liked] = await Promise.all([
        deps.accounts.listByIds([...new Set(page.posts.map(({ modelId }) => modelId))]),
        posts.listLiked(
          reader.id,
          page.posts.map(({ id }) => id),
        ),
      ]);
      const cards = new Map(
        await Promise.all(models.map(async (model) => [model.id, await deps.cardOf(model, caller)] as const)),
      );
      const items = page.posts.flatMap((post) => {
        const user = cards.get(post.modelId);
        if (!user) return [];
        return { ...presentPost(post, levels.get(post.modelId) ?? null, liked.has(post.id)), user };
      });
      return { items: await withMedia(items, page.posts, deps.media, caller), next_cursor: page.next };
    },
    async listFanMemberships(_asked, { caller }) {
      const own = await listOwn(caller.account!);
      const models = byId(await deps.accounts.listByIds(own.map(({ modelId }) => modelId)));
      const items = await Promise.all(
        own.flatMap((one) => {
          const model = models.get(one.modelId);
          if (!model) return [];
          return (async () => ({
            ...presentMembership(one, await deps.isShutOut(one)),
            modelUsername: model.username,
            price: one.price,
            user: await deps.cardOf(model, caller),
          }))();
        }),
      );
      return { items };
    },
    likeFanPost: async ({ params, body }, { caller }) => ({
      status: 1,
      likes: await deps.fanPosts.like(caller, params.id as Uuid, body.liked),
    }),
  };
}

/** What a performer does with her own club. */
function makeOwnerHandlers(deps: FanClubDeps): Pick<Calls, 'postToFans' | 'deleteFanPost' | 'listFans'> {
  const earnedThisMonth = async ({ id }: Account): Promise<number> => {
    const today = utcDayOf(deps.now());
    const rows = await deps.ledger.listEarned(id, { from: `${today.slice(0, 8)}01`, to: today, by: 'month' });
    return rows.find(({ kind }) => kind === 'subscription')?.shareTokens ?? 0;
  };

  return {
    async postToFans({ body }, { caller }) {
      const text = cleanLines(body.text);
      if (text === '') throw new AppError('common.invalid_input');
      const mediaIds = [...new Set(body.media_ids)];
      const post = await deps.fanPosts.write(caller.account!, { text, level: body.level, mediaIds });
      const presented = [presentPost(post, 'legend', false)];
      return { status: 1, post: (await withMedia(presented, [post], deps.media, caller))[0]! };
    },
    async deleteFanPost({ params }, { caller }) {
      await deps.fanPosts.remove(caller.account!, params.id as Uuid);
      return { status: 1 };
    },
    async listFans({ query }, { caller }) {
      const owner = caller.account!;
      const mark = readTimeCursor(query.cursor);
      const before = mark && { at: mark.at.getTime(), id: mark.id as AccountId };
      const [found, counts, earned] = await Promise.all([
        deps.memberships.listOfModel(owner.id, { level: query.level, before, limit: query.limit }),
        deps.memberships.countOf(owner.id),
        earnedThisMonth(owner),
      ]);
      const ids = found.map(({ memberId }) => memberId);
      const [accounts, spent] = await Promise.all([
        deps.accounts.listByIds(ids),
        deps.payments.spentOf(owner.id, ids),
      ]);
      const people = byId(accounts);
      const items = await Promise.all(
        found.flatMap((one) => {
          const person = people.get(one.memberId);
          if (!person || chosenInvisibleLevel(person) > 0) return [];
          return (async () => ({
            user: presentSummary(person, await deps.readMoney(person.id, owner.id), false),
            level: one.level,
            since: toInstant(one.joinedAt),
            renews_at: toInstant(one.periodEndsAt),
            spent: spent.get(person.id) ?? 0,
          }))();
        }),
      );
      const last = found.length === query.limit ? found.at(-1) : undefined;
      return {
        items,
        next_cursor: last ? writeTimeCursor({ at: new Date(last.joinedAt), id: last.memberId }) : null,
        counts,
        hidden: found.length - items.length,
        month_earned: earned,
      };
    },
  };
}

const presentLogo = ({ shown, waiting }: OwnLogo) => ({
  logo_url: shown && logoUrl(shown),
  waiting_url: waiting && logoUrl(waiting),
});

/** The logo of the performer's own club. */
const makeLogoHandlers = ({
  logos,
}: Pick<FanClubDeps, 'logos'>): Pick<Calls, 'getFanLogo' | 'uploadFanLogo' | 'deleteFanLogo'> => ({
  getFanLogo: async (_asked, { caller }) => presentLogo(await logos.ownOf(caller.account!.id)),
  uploadFanLogo: async ({ file }, { caller }) => ({
    status: 1,
    ...presentLogo(await logos.replace(caller.account!.id, file.read())),
  }),
  deleteFanLogo: async (_asked, { caller }) => ({
    status: 1,
    ...presentLogo(await logos.remove(caller.account!.id)),
  }),
});

export const makeFanClubHandlers = (deps: FanClubDeps, readClub: ReturnType<typeof makeReadClub>): Calls => ({
  ...makeMemberHandlers(deps, readClub),
  ...makeOwnerHandlers(deps),
  ...makeLogoHandlers(deps),
});
