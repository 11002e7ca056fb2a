import type { Account } from '../../identity/index.ts';

type Check = (payer: Account, owner: Account, mediaId: string) => Promise<void>;

/** What somebody asks to watch together, with the request for a private. */
export interface WatchWishes {
  /** Sets the check for what may be watched. */
  checkBy(check: Check): void;
  /**
   * The video that a request names, once both may watch it; null where it names none.
   * @throws media_library.locked
   */
  read(
    payer: Account,
    owner: Account,
    wish: { readonly source: string; readonly watch_media_id?: string | number | undefined },
  ): Promise<string | null>;
}

export function makeWatchWishes(): WatchWishes {
  let check: Check | undefined;
  return {
    checkBy: (given) => void (check = given),
    async read(payer, owner, { source, watch_media_id: wanted }) {
      if (source !== 'watch' || wanted === undefined) return null;
      const mediaId = String(wanted);
      await check?.(payer, owner, mediaId);
      return mediaId;
    },
  };
}
