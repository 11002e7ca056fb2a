import type { callsByFeature } from '@klieg/contract';
import { VOYEUR_CAMERAS } from '@klieg/contract/features/voyeur/limits';
import { AppError } from '@klieg/kernel';
import type { Handlers } from '../../platform/http/index.ts';
import type { Database } from '../../platform/postgres/index.ts';
import type { AuditLog } from '../audit/index.ts';
import type { Account, AccountStore } from '../identity/index.ts';
import type { RoomStore } from '../rooms/index.ts';
import type { SiteCaller } from '../sessions/index.ts';
import type { Houses } from './houses.ts';

/** What staff does with voyeur rooms. A room on air is not changed under its viewers. */
export function makeVoyeurDeskHandlers(deps: {
  readonly database: Pick<Database, 'kysely'>;
  readonly accounts: Pick<AccountStore, 'findByUsername' | 'listVoyeurCams' | 'setVoyeurCam'>;
  readonly rooms: Pick<RoomStore, 'get' | 'listOf'>;
  readonly houses: Pick<Houses, 'close'>;
  readonly auditLog: Pick<AuditLog, 'note'>;
}): Pick<Handlers<(typeof callsByFeature)['voyeur'], SiteCaller>, 'listVoyeurRooms' | 'setVoyeurRoom'> {
  const { accounts, rooms } = deps;
  const items = async () => {
    const owners = await accounts.listVoyeurCams();
    const rows = await rooms.listOf(owners.map(({ id }) => id));
    return owners.map(({ username, displayName }, at) => ({
      username,
      display_name: displayName,
      live: rows[at]!.status !== 'offline',
    }));
  };
  const set = (owner: Account, isVoyeurCam: boolean, caller: SiteCaller) =>
    deps.database.kysely.transaction().execute(async (transaction) => {
      if (!(await accounts.setVoyeurCam(owner.id, isVoyeurCam, transaction))) return;
      await deps.auditLog.note(transaction, caller, {
        action: isVoyeurCam ? 'voyeur.room_made' : 'voyeur.room_ended',
        target: `account:${owner.id}`,
      });
    });
  return {
    listVoyeurRooms: async () => ({ items: await items() }),
    async setVoyeurRoom({ params, body }, { caller }) {
      const owner = await accounts.findByUsername(params.username);
      if (owner?.type !== 'model') throw new AppError('rooms.not_found');
      if (body.isVoyeurCam && (await rooms.get(owner.id)).broadcastId !== null)
        throw new AppError('broadcast.already_live');
      // While it is still a house, so that everybody is told.
      if (!body.isVoyeurCam) await deps.houses.close(owner, VOYEUR_CAMERAS);
      await set(owner, body.isVoyeurCam, caller);
      return { status: 1, items: await items() };
    },
  };
}
