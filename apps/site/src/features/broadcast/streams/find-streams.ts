import type { AccountId } from '@klieg/kernel';
import type { AccountStore } from '../../identity/index.ts';
import type { RoomAccess, RoomStore } from '../../rooms/index.ts';
import type { SiteCaller } from '../../sessions/index.ts';
import type { PlayGrant, StreamTokens } from './stream-tokens.ts';

/**
 * The rights to play that a caller would get by asking for the token of each room, in the order of the rooms; undefined
 * where none would be given. The number of database queries does not depend on the number of rooms. Houses have none: a
 * right there could start a counted time.
 */
export function makeFindStreams(deps: {
  readonly accounts: Pick<AccountStore, 'listByIds'>;
  readonly rooms: Pick<RoomStore, 'listOf'>;
  readonly access: Pick<RoomAccess, 'refusalOf'>;
  readonly tokens: Pick<StreamTokens, 'findMany'>;
}) {
  return async (
    ids: readonly AccountId[],
    caller: SiteCaller,
  ): Promise<readonly (PlayGrant | undefined)[]> => {
    // A token call has a cookie or is refused: a right is bound to a session.
    if (ids.length === 0 || caller.sessionId === '') return ids.map(() => undefined);
    const [accounts, rows] = await Promise.all([deps.accounts.listByIds(ids), deps.rooms.listOf(ids)]);
    const rowOf = new Map(rows.map((row) => [row.accountId, row]));
    const asks = accounts.flatMap((owner) => {
      const row = rowOf.get(owner.id);
      return row && !owner.isVoyeurCam ? [{ row, owner, caller }] : [];
    });
    const refusals = await Promise.all(asks.map(({ owner }) => deps.access.refusalOf(owner, caller)));
    const open = asks.filter((_ask, at) => refusals[at] === null);
    const grants = await deps.tokens.findMany(open);
    const grantOf = new Map(open.map(({ owner }, at) => [owner.id, grants[at]]));
    return ids.map((id) => grantOf.get(id));
  };
}
