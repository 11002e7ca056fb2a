import type { Api, InputOf } from '@klieg/contract';
import { AppError } from '@klieg/kernel';
import type { Database } from '../../platform/postgres/index.ts';
import type { AuditFeature } from '../audit/index.ts';
import type { BroadcastFeature } from '../broadcast/index.ts';
import type { AccountStore } from '../identity/index.ts';
import type { RoomStore } from '../rooms/index.ts';
import type { SiteCaller } from '../sessions/index.ts';

/**
 * Ends what somebody broadcasts, whatever the room is at; shows are settled as by an end of the performer.
 * @throws common.not_found, broadcast.not_live
 */
export type StopRoom = (
  username: string,
  why: InputOf<Api['stopRoom']>['body'],
  caller: SiteCaller,
) => Promise<void>;

export const makeStopRoom =
  (deps: {
    readonly database: Pick<Database, 'kysely'>;
    readonly accounts: Pick<AccountStore, 'findByUsername'>;
    readonly rooms: Pick<RoomStore, 'listOpenOf'>;
    readonly broadcasts: Pick<BroadcastFeature['broadcasts'], 'stop'>;
    readonly auditLog: Pick<AuditFeature['auditLog'], 'note'>;
  }): StopRoom =>
  async (username, { reason, note }, caller) => {
    const owner = await deps.accounts.findByUsername(username);
    if (!owner) throw new AppError('common.not_found');
    if ((await deps.rooms.listOpenOf([owner.id])).length === 0) throw new AppError('broadcast.not_live');
    // Written first: a stop without its entry must not be, an entry whose stop fails can be seen to have failed.
    await deps.database.kysely.transaction().execute((within) =>
      deps.auditLog.note(within, caller, {
        action: 'rooms.stopped',
        target: `account:${owner.id}`,
        detail: { username, reason, note },
      }),
    );
    await deps.broadcasts.stop(owner);
  };
