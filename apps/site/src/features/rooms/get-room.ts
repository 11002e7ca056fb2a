import type { Gender, Room, UserCard } from '@klieg/contract';
import { AppError } from '@klieg/kernel';
import { unflatten } from '../../platform/parts/index.ts';
import type { AccountStore, UsernameStore } from '../identity/index.ts';
import type { SiteCaller } from '../sessions/index.ts';
import type { HasPassed } from './access/has-passed.ts';
import type { RoomAccess } from './access/room-access.ts';
import type { RoomHub } from './hub/room-hub.ts';
import type { RoomParts } from './room-part.ts';
import type { RoomStore } from './room-store.ts';

/** Rooms for somebody whose room was not found: of whom they may find, without the genders that they hide. */
export type SuggestRooms = (
  caller: Pick<SiteCaller, 'country' | 'state'>,
  hide: readonly Gender[],
) => readonly UserCard[];

/** The answer of GET chat/react/{username}; pages render it on the server too. @throws rooms.not_found, rooms.banned */
export type GetRoom = (
  username: string,
  caller: SiteCaller,
  /** Genders that are not suggested where the room is not found. */
  hide?: readonly Gender[],
) => Promise<Room>;

export interface GetRoomDeps {
  readonly accounts: Pick<AccountStore, 'findByUsername'>;
  readonly usernames: Pick<UsernameStore, 'findNewName'>;
  readonly rooms: Pick<RoomStore, 'get'>;
  readonly access: RoomAccess;
  readonly hub: Pick<RoomHub, 'find'>;
  readonly hasPassed: HasPassed;
  readonly parts: RoomParts;
  readonly suggest: SuggestRooms;
}

/** The new name for an old one, for callers who may know of the room. */
async function findMoved(deps: GetRoomDeps, former: string, caller: SiteCaller): Promise<string | undefined> {
  const username = await deps.usernames.findNewName(former);
  if (username === undefined) return undefined;
  const owner = await deps.accounts.findByUsername(username);
  return (await deps.access.refusalOf(owner, caller)) === null ? username : undefined;
}

/** Determines who is looking at which room, then asks every part for its keys. */
export function makeGetRoom(deps: GetRoomDeps): GetRoom {
  return async (username, caller, hide = []) => {
    // Before anything is read: a page must not believe that it knows a state which came meanwhile.
    const before = deps.hub.find(username.toLowerCase());
    const position = { epoch: before?.epoch ?? '', seq: before?.seq ?? 0 };
    const owner = await deps.accounts.findByUsername(username);
    const refusal = await deps.access.refusalOf(owner, caller);
    const moved = owner ? undefined : await findMoved(deps, username, caller);
    if (moved !== undefined) throw new AppError('rooms.moved', { params: { username: moved } });
    if (!owner || refusal)
      throw new AppError(`rooms.${refusal ?? 'not_found'}`, {
        params: { suggestions: deps.suggest(caller, hide) },
      });
    const [row, role, hasPassed] = await Promise.all([
      deps.rooms.get(owner.id),
      deps.access.roleOf(owner, caller.account),
      deps.hasPassed(owner, caller),
    ]);
    const [flat] = await deps.parts.read([{ owner, row, caller, role, hasPassed, position }]);
    return unflatten<Room>(flat!);
  };
}
