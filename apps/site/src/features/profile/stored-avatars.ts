import type { StoredFile, StoredFiles } from '../../platform/blobs/index.ts';
import type { Transaction } from '../../platform/postgres/index.ts';
import type { AvatarStore } from './avatar-store.ts';
import { avatarBlob } from './keep-avatar.ts';

const UUID = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';
const PATH = new RegExp(`^/files/avatars/(${UUID})\\.jpg$`, 'u');
const BLOB = new RegExp(`^avatars/(${UUID})\\.jpg$`, 'u');
/** The page of a person, and what it says about them. */
const PAGE = /^\/([A-Za-z0-9_-]{3,30})(?:\/bio)?\/?$/u;

/** Own pictures, as a complaint names them: by their address, or by the page that shows one. */
export function makeStoredAvatars(
  avatars: Pick<AvatarStore, 'findOwner' | 'findShownOf' | 'withhold' | 'giveBack'>,
): StoredFiles<'avatar'> {
  const find = async (within: Transaction, id: string | undefined): Promise<StoredFile | undefined> => {
    const ownerId = id === undefined ? undefined : await avatars.findOwner(within, id);
    return id === undefined || ownerId === undefined
      ? undefined
      : { ref: id, blobs: [avatarBlob(id)], ownerId };
  };
  return {
    kind: 'avatar',
    async findByPath(within, path) {
      const username = PAGE.exec(path)?.[1]?.toLowerCase();
      const shown = username === undefined ? undefined : await avatars.findShownOf(within, username);
      const found = await find(within, shown ?? PATH.exec(path)?.[1]);
      return found ? [found] : [];
    },
    findByBlob: (within, blob) => find(within, BLOB.exec(blob)?.[1]),
    hide: avatars.withhold,
    unhide: avatars.giveBack,
  };
}
