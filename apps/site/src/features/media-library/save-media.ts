import { AppError, type Uuid, uuidv7 } from '@klieg/kernel';
import type { Database, Transaction } from '../../platform/postgres/index.ts';
import type { ConsentsFeature } from '../consents/index.ts';
import type { Account } from '../identity/index.ts';
import type { ItemStore } from './item-store.ts';
import { refusalOf, removalRefusal } from './item-rules.ts';
import type { KeptMedia, MediaChange, MediaStore } from './media-store.ts';

/** A media as its performer wants it. */
export interface WantedMedia {
  readonly name: string;
  readonly description: string;
  readonly items: readonly number[];
  readonly token_price: number;
  readonly fanclub_access_level: KeptMedia['fanLevel'];
  readonly tags: readonly string[];
  readonly is_free_no_auth: boolean;
  readonly cover_item: number | null;
  readonly cover_safe: boolean;
  readonly consent_ids: readonly string[];
}
/** Requested changes. */
export type WantedChange = { readonly [K in keyof WantedMedia]?: WantedMedia[K] | undefined };

/** What staff has to look at again when it changes. */
const REVIEWED: readonly (keyof WantedMedia)[] = [
  'name',
  'description',
  'items',
  'cover_item',
  'cover_safe',
  'consent_ids',
];
export const isReviewed = (change: WantedChange): boolean =>
  REVIEWED.some((field) => change[field] !== undefined);

const changeOf = (wanted: WantedChange): MediaChange => {
  const change = {
    name: wanted.name,
    description: wanted.description,
    tokenPrice: wanted.token_price,
    fanLevel: wanted.fanclub_access_level,
    tags: wanted.tags,
    isFreeNoAuth: wanted.is_free_no_auth,
    coverItem: wanted.cover_item,
    coverSafe: wanted.cover_safe,
  };
  return Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));
};

export type SaveMedia = ReturnType<typeof makeSaveMedia>;

/** What performers do with their media; nothing is shown to others before staff has approved it. */
export function makeSaveMedia(deps: {
  readonly database: Pick<Database, 'kysely'>;
  readonly media: MediaStore;
  readonly items: ItemStore;
  readonly coPerformers: Pick<ConsentsFeature['coPerformers'], 'check'>;
  readonly refuseText: (text: string) => boolean;
  /** Something about what others find has changed. */
  readonly onChanged: (owner: Account, mediaId: number) => void;
  readonly now: () => number;
}) {
  const { media, items } = deps;
  const transact = deps.database.kysely;

  /** @throws compliance.text_refused */
  const refuseTexts = ({ name = '', description = '', tags = [] }: WantedChange): void => {
    if ([name, description, ...tags].some((text) => text !== '' && deps.refuseText(text)))
      throw new AppError('compliance.text_refused');
  };

  /** Puts the files into the media. @throws what `refusalOf` says of the first that cannot be taken */
  const takeItems = async (
    within: Transaction,
    { id, modelId, typeId }: Pick<KeptMedia, 'id' | 'modelId' | 'typeId'>,
    ids: readonly number[],
  ): Promise<void> => {
    const found = await items.lock(within, ids, modelId);
    const byId = new Map(found.map((item) => [item.id, item]));
    for (const item of ids) {
      const refused = refusalOf(byId.get(item), { id, typeId });
      if (refused) throw new AppError(refused.code, { params: { ...refused.params, item } });
    }
    await items.place(within, id, ids);
  };

  /** Keeps who else is seen. @throws compliance.consent_missing unless each holds now */
  const nameConsents = async (
    within: Transaction,
    { id, modelId }: Pick<KeptMedia, 'id' | 'modelId'>,
    consentIds: readonly string[],
  ): Promise<void> => {
    await deps.coPerformers.check(within, modelId, consentIds as Uuid[]);
    await media.setConsents(within, id, consentIds as Uuid[]);
  };

  /** @throws common.invalid_input if the cover is not one of the media's files */
  const checkCover = async (within: Transaction, { id, coverItem }: KeptMedia): Promise<void> => {
    if (coverItem === null) return;
    const own = await items.listOfMedia([id], within);
    if (!own.some((item) => item.id === coverItem)) throw new AppError('common.invalid_input');
  };

  return {
    /** @returns its id. @throws compliance.text_refused, compliance.consent_missing, and what files are refused for */
    async add(owner: Account, typeId: 1 | 2, wanted: WantedMedia): Promise<number> {
      refuseTexts(wanted);
      return transact.transaction().execute(async (within) => {
        const now = deps.now();
        const id = await media.add(within, {
          ...(changeOf(wanted) as Required<MediaChange>),
          modelId: owner.id,
          typeId,
          reviewId: uuidv7(now),
          submittedAt: new Date(now),
        });
        const own = { id, modelId: owner.id, typeId };
        await takeItems(within, own, wanted.items);
        await nameConsents(within, own, wanted.consent_ids);
        await checkCover(within, (await media.find(id, within))!);
        return id;
      });
    },
    /** @throws media_library.not_found, and as `add` */
    async change(owner: Account, id: number, wanted: WantedChange): Promise<void> {
      refuseTexts(wanted);
      await transact.transaction().execute(async (within) => {
        const kept = await media.lock(within, id);
        if (kept?.modelId !== owner.id || kept.deletedAt !== null || kept.status === 'removed')
          throw new AppError('media_library.not_found');
        await media.change(within, id, changeOf(wanted));
        if (wanted.items) await takeItems(within, kept, wanted.items);
        if (wanted.consent_ids) await nameConsents(within, kept, wanted.consent_ids);
        await checkCover(within, (await media.find(id, within))!);
        const now = deps.now();
        if (isReviewed(wanted)) await media.submit(within, id, uuidv7(now), new Date(now));
      });
      deps.onChanged(owner, id);
    },
    /**
     * Removes a file not used in any media; its derived files go with the next sweep.
     * @throws media_library.not_found, media_library.item_not_ready, media_library.item_used
     */
    async removeItem(owner: Account, id: number): Promise<void> {
      await transact.transaction().execute(async (within) => {
        const [item] = await items.lock(within, [id], owner.id);
        const refused = removalRefusal(item);
        if (refused !== null) throw new AppError(refused);
        await items.drop(within, id);
      });
    },
    /** Buyers keep it. @throws media_library.not_found */
    async remove(owner: Account, id: number): Promise<void> {
      await transact.transaction().execute(async (within) => {
        const kept = await media.lock(within, id);
        if (kept?.modelId !== owner.id || kept.deletedAt !== null)
          throw new AppError('media_library.not_found');
        await media.drop(within, id, new Date(deps.now()));
      });
      deps.onChanged(owner, id);
    },
  };
}
