import { AppError, type Uuid, uuidv7 } from '@klieg/kernel';
import type { BlobStore } from '../../platform/blobs/index.ts';
import type { Pictures } from '../../platform/images/index.ts';
import type { Database, Transaction } from '../../platform/postgres/index.ts';
import { type Account, isModel } from '../identity/index.ts';
import { avatarIdOf, avatarUrl, type AvatarStore } from './avatar-store.ts';
import type { ReviewStore } from './review-store.ts';

/** Twice the largest that pages draw. */
const SIDE_MAX = 640;
const LOOSE_BATCH = 200;

export const avatarBlob = (id: string): string => `avatars/${id}.jpg`;

interface Deps {
  readonly database: Pick<Database, 'kysely'>;
  readonly avatars: AvatarStore;
  readonly reviews: ReviewStore;
  readonly blobs: BlobStore;
  readonly pictures: Pictures;
  readonly readAvatar: (account: Account, within: Transaction) => Promise<string | null>;
  readonly onFailure: (error: unknown) => void;
}

export interface KeptAvatar {
  /** The picture that others are shown now. */
  readonly shownUrl: string | null;
  readonly isReviewed: boolean;
}

export type Avatars = ReturnType<typeof makeAvatars>;

/** People's own pictures: redrawn, so that nothing is left of the file but what is visible. */
export function makeAvatars(deps: Deps) {
  const { avatars, reviews, blobs } = deps;

  /** Files that nobody names; one that cannot be removed now is tried again later. */
  const remove = async (ids: readonly Uuid[]): Promise<void> => {
    for (const id of ids) {
      await blobs.remove(avatarBlob(id));
      await avatars.forget(id);
    }
  };
  const removeSoon = (ids: readonly Uuid[]) => void remove(ids).catch(deps.onFailure);

  const store = async (account: Account, content: AsyncIterable<Uint8Array>): Promise<Uuid> => {
    const picture = await deps.pictures.draw(content, SIDE_MAX);
    const id = uuidv7();
    await avatars.add(id, account.id);
    try {
      await deps.pictures.keep(avatarBlob(id), picture);
    } catch (cause) {
      deps.onFailure(cause);
      throw new AppError('settings.avatar_failed', { cause });
    }
    return id;
  };

  return {
    /**
     * Shows a new picture in place of the one before; a model's waits for staff. Of two at once the later one stays.
     * @throws common.file_not_image, common.file_format, common.file_blocked, settings.avatar_failed
     */
    async replace(account: Account, content: AsyncIterable<Uint8Array>): Promise<KeptAvatar> {
      const id = await store(account, content);
      const isReviewed = isModel(account);
      const { dropped, shownUrl } = await deps.database.kysely.transaction().execute(async (within) => {
        await avatars.lockAccount(within, account.id);
        await avatars.keep(within, id);
        if (isReviewed) {
          const shown = await deps.readAvatar(account, within);
          await reviews.submit(within, {
            kind: 'avatar',
            accountId: account.id,
            payload: { picture: id },
          });
          const stay = [id, ...[avatarIdOf(shown)].filter((one) => one !== undefined)];
          return { shownUrl: shown, dropped: await avatars.dropOthers(within, account.id, stay) };
        }
        await avatars.show(within, account.id, avatarUrl(id));
        return { shownUrl: avatarUrl(id), dropped: await avatars.dropOthers(within, account.id, [id]) };
      });
      removeSoon(dropped);
      return { shownUrl, isReviewed };
    },
    /** Takes the picture away, and one that waits with it. */
    async remove(account: Account): Promise<void> {
      const dropped = await deps.database.kysely.transaction().execute(async (within) => {
        await avatars.lockAccount(within, account.id);
        await avatars.show(within, account.id, null);
        await reviews.withdraw(within, account.id, 'avatar');
        return avatars.dropOthers(within, account.id, []);
      });
      removeSoon(dropped);
    },
    removeSoon,
    removeLoose: async () => remove(await avatars.listLoose(LOOSE_BATCH)),
  };
}
