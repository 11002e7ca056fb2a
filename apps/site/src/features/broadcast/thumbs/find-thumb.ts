import { placeholderUrl } from '@klieg/contract/features/broadcast/placeholders';
import type { AgeGate } from '../../age-check/index.ts';
import type { Sites } from '../../brand/index.ts';
import type { AccountStore } from '../../identity/index.ts';
import type { HasPassed, ReadWatchRight, RoomAccess, RoomStore } from '../../rooms/index.ts';
import type { SessionsFeature } from '../../sessions/index.ts';
import type { Houses } from '../streams/houses.ts';
import type { FindThumb } from './serve-thumbs.ts';
import type { Thumbnails } from './thumbnails.ts';

/** While the picture is missing the last one replaces it. */
const SHOWN: ReadonlySet<string> = new Set(['online', 'reconnecting']);

/**
 * The live picture of a room as far as the caller may see it, else the performer's own picture. It is blurred for
 * people without a required age check, and for everybody on a site that hides explicit content.
 */
export function makeFindThumb(deps: {
  readonly accounts: Pick<AccountStore, 'findByUsername'>;
  readonly rooms: Pick<RoomStore, 'get'>;
  readonly access: RoomAccess;
  readonly hasPassed: HasPassed;
  readonly readWatchRight: ReadWatchRight;
  readonly houses: Pick<Houses, 'findStream'>;
  readonly thumbnails: Thumbnails;
  readonly gate: Pick<AgeGate, 'isMissing' | 'isByPlace'>;
  readonly resolveCaller: SessionsFeature['resolveCaller'];
  readonly sites: Pick<Sites, 'brandOf'>;
}): FindThumb {
  return async (username, form, request, camera) => {
    const owner = await deps.accounts.findByUsername(username);
    const caller = await deps.resolveCaller(request);
    if (!owner || (await deps.access.refusalOf(owner, caller))) return undefined;
    // Cameras of a house are 4 by 3.
    const shape = camera === undefined ? 'wide' : 'standard';
    const blurred = { placeholderUrl: placeholderUrl(owner.username, shape), isForAll: false };
    const isHidden = deps.sites.brandOf(caller.site).custom.hide_explicit;
    if (isHidden || (await deps.gate.isMissing(caller, 'watch'))) return blurred;
    const row = await deps.rooms.get(owner.id);
    const { rule } = await deps.readWatchRight(row, owner, caller);
    const mayPass = rule.thumbnail && SHOWN.has(row.status) && (await deps.hasPassed(owner, caller));
    const streamName = owner.isVoyeurCam ? await deps.houses.findStream(owner, camera) : row.streamName;
    const bytes = mayPass && streamName ? await deps.thumbnails.find(streamName, form) : undefined;
    const { cam_password: password, blocked_countries: blocked, blocked_states: states } = owner.settings;
    if (bytes)
      return {
        bytes,
        isForAll: !deps.gate.isByPlace && password === null && blocked.length + states.length === 0,
      };
    return owner.pictureUrl ? { placeholderUrl: owner.pictureUrl, isForAll: !deps.gate.isByPlace } : blurred;
  };
}
