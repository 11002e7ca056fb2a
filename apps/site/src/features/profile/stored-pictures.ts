import type { StoredFile, StoredFiles } from '../../platform/blobs/index.ts';
import type { Transaction } from '../../platform/postgres/index.ts';
import type { AvatarStore } from './avatar-store.ts';

const UUID = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';

/** Pictures that people show of themselves, as a complaint names them: by their address, or by the page that shows one. */
export function makeStoredPictures<const K extends string>({
  kind,
  folder,
  page,
  store,
}: {
  readonly kind: K;
  /** Below `/files`, and in the place of files. */
  readonly folder: 'avatars' | 'fan-logos';
  /** Path of the page of a person that shows one; its first group is the name. */
  readonly page: RegExp;
  readonly store: Pick<AvatarStore, 'findOwner' | 'findShownOf' | 'withhold' | 'giveBack'>;
}): StoredFiles<K> {
  const path = new RegExp(`^/files/${folder}/(${UUID})\\.jpg$`, 'u');
  const blob = new RegExp(`^${folder}/(${UUID})\\.jpg$`, 'u');
  const find = async (within: Transaction, id: string | undefined): Promise<StoredFile | undefined> => {
    const ownerId = id === undefined ? undefined : await store.findOwner(within, id);
    return id === undefined || ownerId === undefined
      ? undefined
      : { ref: id, blobs: [`${folder}/${id}.jpg`], ownerId };
  };
  return {
    kind,
    async findByPath(within, given) {
      const username = page.exec(given)?.[1]?.toLowerCase();
      const shown = username === undefined ? undefined : await store.findShownOf(within, username);
      const found = await find(within, shown ?? path.exec(given)?.[1]);
      return found ? [found] : [];
    },
    findByBlob: (within, given) => find(within, blob.exec(given)?.[1]),
    hide: store.withhold,
    unhide: store.giveBack,
  };
}
