import type { Payload } from '@klieg/contract';
import type { AccountId } from '@klieg/kernel';
import { askByKey } from '../../platform/postgres/index.ts';
import type { AccountStore } from '../identity/index.ts';
import type { RoomSession } from '../rooms/index.ts';
import { presentRequest } from './sharecam-news.ts';
import { isOn, type Sharecam } from './sharecam-rules.ts';
import type { SharecamStore } from './sharecam-store.ts';

/**
 * Shared cameras for a page that connects, or has missed something: all of the performer's, a viewer's own. `cam2cam`
 * is the newest camera, {cam2cam_id, username, audio, is_ready}, with all of them in `cameras`; `sharecam` are the open
 * requests.
 */
export function makeSharecamSnapshot(deps: {
  readonly store: Pick<SharecamStore, 'listOpen'>;
  readonly accounts: Pick<AccountStore, 'listByIds'>;
  /** Unix milliseconds. */
  readonly now: () => number;
}) {
  const readRoom = askByKey(async (roomIds: readonly AccountId[]) => {
    const open = await deps.store.listOpen(roomIds);
    const viewers = open.length === 0 ? [] : await deps.accounts.listByIds(open.map((it) => it.viewerId));
    const nameOf = new Map(viewers.map((viewer) => [viewer.id, viewer]));
    const byRoom = Map.groupBy(open, ({ roomId }) => roomId);
    return new Map([...byRoom].map(([id, its]) => [id, { its, nameOf }]));
  });

  return async ({ room, person }: RoomSession): Promise<Partial<Payload<'v3.room.snapshot'>>> => {
    const found = await readRoom(room.ownerId);
    const me = person.caller.account?.id;
    if (!found || me === undefined) return {};
    const own = (it: Sharecam) => {
      const viewer = found.nameOf.get(it.viewerId);
      return viewer && (me === it.roomId || me === it.viewerId) ? [{ it, viewer }] : [];
    };
    const seen = found.its.flatMap(own);
    const requests = seen.filter(({ it }) => !isOn(it));
    const cameras = seen.filter(({ it }) => isOn(it));
    const presented = cameras.map(({ it, viewer }) => ({
      cam2cam_id: it.id,
      username: viewer.username,
      audio: it.hasSound,
      is_ready: it.state === 'ready',
    }));
    return {
      ...(requests.length > 0 && {
        sharecam: requests.map((pair) => ({ ...presentRequest(pair, deps.now()) })),
      }),
      ...(presented.length > 0 && { cam2cam: { ...presented.at(-1), cameras: presented } }),
    };
  };
}
