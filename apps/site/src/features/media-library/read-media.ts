import type { AccessType, FanLevel } from '@klieg/contract';
import type { AccountId } from '@klieg/kernel';
import type { FanClubFeature } from '../fan-club/index.ts';
import type { Account, AccountStore } from '../identity/index.ts';
import { isAllowed } from '../permissions/index.ts';
import type { RoomAccess } from '../rooms/index.ts';
import type { SiteCaller } from '../sessions/index.ts';
import { accessOf, finalPrice, isThereFor } from './media-rules.ts';
import type { KeptMedia, MediaStore } from './media-store.ts';
import type { OrderStore } from './order-store.ts';

/** A media as one person finds it. */
export interface MediaView {
  readonly media: KeptMedia;
  readonly owner: Account;
  readonly access: AccessType;
  readonly level: FanLevel | null;
  /** Tokens that this person pays. */
  readonly price: number;
  readonly isOwner: boolean;
  readonly isStaff: boolean;
  readonly hasBought: boolean;
}

/** Access control: lists, pages of media and their files all ask here. */
export type ReadMedia = ReturnType<typeof makeReadMedia>;

export function makeReadMedia(deps: {
  readonly media: Pick<MediaStore, 'find' | 'listByIds'>;
  readonly orders: Pick<OrderStore, 'listBought'>;
  readonly accounts: Pick<AccountStore, 'listByIds'>;
  readonly access: Pick<RoomAccess, 'refusalOf'>;
  readonly rights: Pick<FanClubFeature['rights'], 'levelOf'>;
}) {
  /** Which of these performers' rooms the caller may enter. */
  const listOpen = async (ids: readonly AccountId[], caller: SiteCaller): Promise<readonly Account[]> => {
    const owners = await deps.accounts.listByIds([...new Set(ids)]);
    const refusals = await Promise.all(owners.map((owner) => deps.access.refusalOf(owner, caller)));
    return owners.filter((_owner, at) => refusals[at] === null);
  };

  const levelsOf = async (account: Account | null, owners: readonly Account[]) =>
    new Map(
      await Promise.all(
        owners.map(
          async ({ id }) => [id, account ? await deps.rights.levelOf(account.id, id) : null] as const,
        ),
      ),
    );

  /** Those of these that the caller may see, in order. */
  const viewAll = async (list: readonly KeptMedia[], caller: SiteCaller): Promise<MediaView[]> => {
    if (list.length === 0) return [];
    const { account } = caller;
    const owners = await listOpen(
      list.map(({ modelId }) => modelId),
      caller,
    );
    const ownerOf = new Map(owners.map((owner) => [owner.id, owner]));
    const [bought, levels] = await Promise.all([
      account
        ? deps.orders.listBought(
            account.id,
            list.map(({ id }) => id),
          )
        : new Set<number>(),
      levelsOf(account, owners),
    ]);
    const isStaff = isAllowed('work_for_house', caller);
    return list.flatMap((media): MediaView[] => {
      const owner = ownerOf.get(media.modelId);
      if (!owner) return [];
      const isOwner = account?.id === owner.id;
      const who = { isOwner, isStaff, hasBought: bought.has(media.id) };
      if (!isThereFor(media, who)) return [];
      const level = levels.get(owner.id) ?? null;
      const access = accessOf(media, { ...who, level, isLoggedIn: account !== null });
      return [{ media, owner, access, level, price: finalPrice(media, access, level), ...who }];
    });
  };

  return {
    listOpen,
    viewAll,
    /** Undefined if absent, hidden, or of a performer whose room excludes the caller. */
    async view(id: number, caller: SiteCaller): Promise<MediaView | undefined> {
      const media = await deps.media.find(id);
      return media && (await viewAll([media], caller))[0];
    },
    viewByIds: async (ids: readonly number[], caller: SiteCaller): Promise<MediaView[]> => {
      const found = new Map((await deps.media.listByIds(ids)).map((media) => [media.id, media]));
      return viewAll(
        ids.flatMap((id) => found.get(id) ?? []),
        caller,
      );
    },
  };
}
