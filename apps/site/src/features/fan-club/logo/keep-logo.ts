import { type AccountId, AppError, type Uuid, uuidv7 } from '@klieg/kernel';
import type { BlobStore } from '#site/platform/blobs/index.ts';
import type { Pictures } from '#site/platform/images/index.ts';
import type { Database } from '#site/platform/postgres/index.ts';
import type { LogoNews } from './logo-news.ts';
import { logoBlob, type LogoStore, type OwnLogo } from './logo-store.ts';

/** As of own pictures: the page sends no larger one. */
const SIDE_MAX = 640;
const LOOSE_BATCH = 200;

interface Deps {
  readonly database: Pick<Database, 'kysely'>;
  readonly store: LogoStore;
  readonly blobs: BlobStore;
  readonly pictures: Pictures;
  readonly news: LogoNews;
  readonly onFailure: (error: unknown) => void;
}

export type Logos = ReturnType<typeof makeLogos>;

/** Logos of fan clubs: redrawn, so that nothing is left of the file but what is visible. */
export function makeLogos(deps: Deps) {
  const { store, blobs } = deps;

  /** Files that nobody names; one that cannot be removed now is tried again later. */
  const remove = async (ids: readonly Uuid[]): Promise<void> => {
    for (const id of ids) {
      await blobs.remove(logoBlob(id));
      await store.forget(id);
    }
  };
  const removeSoon = (ids: readonly Uuid[]) => void remove(ids).catch(deps.onFailure);

  const draw = async (modelId: AccountId, content: AsyncIterable<Uint8Array>): Promise<Uuid> => {
    const picture = await deps.pictures.draw(content, SIDE_MAX);
    const id = uuidv7();
    await store.add(id, modelId);
    try {
      await deps.pictures.keep(logoBlob(id), picture);
    } catch (cause) {
      deps.onFailure(cause);
      throw new AppError('common.unavailable', { cause });
    }
    return id;
  };

  return {
    /**
     * A new logo, which waits for staff in place of one that waited; of two at once the later one stays.
     * @throws common.file_not_image, common.file_format, common.file_blocked, common.unavailable
     */
    async replace(modelId: AccountId, content: AsyncIterable<Uint8Array>): Promise<OwnLogo> {
      const id = await draw(modelId, content);
      const dropped = await deps.database.kysely.transaction().execute(async (within) => {
        await store.lockOwner(within, modelId);
        const before = await store.drop(within, modelId, ['waiting', 'kept']);
        await store.setState(within, id, 'waiting');
        return before;
      });
      removeSoon(dropped.map((one) => one.id));
      return store.ownOf(modelId);
    },
    /** Takes the logo away, and one that waits with it. */
    async remove(modelId: AccountId): Promise<OwnLogo> {
      const dropped = await deps.database.kysely.transaction().execute(async (within) => {
        await store.lockOwner(within, modelId);
        const before = await store.drop(within, modelId, ['waiting', 'shown', 'kept']);
        await store.giveUp(within, modelId);
        if (before.some(({ state }) => state === 'shown')) await deps.news.note(within, modelId);
        return before;
      });
      deps.news.hurry();
      removeSoon(dropped.map((one) => one.id));
      return store.ownOf(modelId);
    },
    removeSoon,
    removeLoose: async () => remove(await store.listLoose(LOOSE_BATCH)),
  };
}
