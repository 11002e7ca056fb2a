import { type Uuid, uuidv7 } from '@klieg/kernel';
import type { Account } from '../../identity/index.ts';
import type { RoomStore } from '../../rooms/index.ts';
import type { SiteCaller } from '../../sessions/index.ts';
import { offeredSeconds } from '../streams/spy-preview-rules.ts';
import type { SpyPreviewStore } from './spy-preview-store.ts';
import type { PlayGrant, StreamTokens } from '../streams/stream-tokens.ts';

/** The answer to somebody who wants a free look into a show. */
export type SpyPreviewStart =
  | { readonly ok: true; readonly grant: PlayGrant; readonly seconds: number }
  /** None is left for this viewer and model today, or nothing can be shown now, which costs nothing. */
  | { readonly ok: false; readonly reason: 'none_left' | 'not_now' };

/**
 * The free look into a private, once per show and 24 h (rule S401). The caller decides who may spy on a show at all;
 * the media processes count the delivered seconds.
 */
export interface SpyPreview {
  /** Seconds that a look would have if it began now; 0: none. */
  secondsLeft(viewer: SiteCaller, owner: Account): Promise<number>;
  /** Uses the viewer's look into a running show. Of many calls at once one succeeds. */
  start(viewer: SiteCaller, owner: Account, showId: Uuid): Promise<SpyPreviewStart>;
  /**
   * A fresh token for a running look, with the same grant: no second is given twice. Undefined when it is over or the
   * show cannot be seen now.
   */
  renew(viewer: SiteCaller, owner: Account, showId: Uuid): Promise<PlayGrant | undefined>;
  /** A media process has delivered all of it. */
  end(grantId: Uuid): Promise<void>;
}

/** Long enough for the longest look with stalls; a media process that has forgotten it gives nothing later. */
const LIFE_SECONDS = 180;

export function makeSpyPreview(deps: {
  readonly previews: SpyPreviewStore;
  readonly rooms: RoomStore;
  readonly tokens: StreamTokens;
}): SpyPreview {
  const { previews, rooms, tokens } = deps;

  const secondsLeft: SpyPreview['secondsLeft'] = async ({ account }, owner) => {
    const seconds = offeredSeconds(account, owner);
    if (!account || seconds === 0) return 0;
    return (await previews.wasUsedToday(account.id, owner.id)) ? 0 : seconds;
  };

  return {
    secondsLeft,
    async start(viewer, owner, showId) {
      const [seconds, row] = await Promise.all([secondsLeft(viewer, owner), rooms.get(owner.id)]);
      if (!viewer.account || seconds === 0) return { ok: false, reason: 'none_left' };
      const preview = { grantId: uuidv7(), seconds };
      // Made before it is paid with the claim, and thrown away where another call was first.
      const grant = await tokens.findPreview(row, owner, viewer, preview);
      if (!grant) return { ok: false, reason: 'not_now' };
      const key = { viewerId: viewer.account.id, modelId: owner.id, showId };
      if (!(await previews.claim(key, preview))) return { ok: false, reason: 'none_left' };
      return { ok: true, grant, seconds };
    },
    async renew(viewer, owner, showId) {
      if (offeredSeconds(viewer.account, owner) === 0) return undefined;
      const key = { viewerId: viewer.account!.id, modelId: owner.id, showId };
      const [preview, row] = await Promise.all([
        previews.findRunning(key, LIFE_SECONDS),
        rooms.get(owner.id),
      ]);
      return preview && tokens.findPreview(row, owner, viewer, preview);
    },
    end: (grantId) => previews.markOver(grantId),
  };
}
