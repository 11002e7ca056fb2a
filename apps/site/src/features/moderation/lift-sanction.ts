import { AppError, type Clock, type Uuid } from '@klieg/kernel';
import type { Outbox } from '../../platform/events/index.ts';
import type { Database } from '../../platform/postgres/index.ts';
import type { AuditLog } from '../audit/index.ts';
import type { AccountStore } from '../identity/index.ts';
import type { RoomChatFeature } from '../room-chat/index.ts';
import type { SiteCaller } from '../sessions/index.ts';
import type { HouseSanctions } from './house-sanctions.ts';
import { mayActOn } from './may-act-on.ts';
import type { KeptSanction, SanctionDeskStore } from './sanction-desk-store.ts';
import type { SuspendAccount } from './suspend-account.ts';

interface Deps {
  readonly database: Pick<Database, 'kysely'>;
  readonly store: Pick<SanctionDeskStore, 'find'>;
  readonly accounts: Pick<AccountStore, 'findById'>;
  readonly moderation: Pick<RoomChatFeature['moderation'], 'sanction'>;
  readonly suspending: Pick<SuspendAccount, 'lift' | 'reload'>;
  readonly house: Pick<HouseSanctions, 'lift'>;
  readonly outbox: Pick<Outbox, 'nudge'>;
  readonly auditLog: Pick<AuditLog, 'note'>;
  readonly clock: Clock;
}

/**
 * Ends what somebody may not do before its time is over. Of two who lift the same, one does.
 * @throws common.not_found where it is over, moderation.cannot_sanction for staff whom only admins lift
 */
export function makeLiftSanction(deps: Deps) {
  const { store, clock } = deps;
  const now = () => new Date(clock.now());

  const liftSuspension = async (found: KeptSanction, note: string, caller: SiteCaller): Promise<void> => {
    const accountId = found.accountId!;
    const person = await deps.accounts.findById(accountId);
    if (!person) throw new AppError('common.not_found');
    if (!mayActOn(person, caller)) throw new AppError('moderation.cannot_sanction');
    await deps.database.kysely.transaction().execute(async (within) => {
      // The entry of the log is written one after the other, so a second one reads what the first has done.
      await deps.auditLog.note(within, caller, {
        action: 'accounts.suspension_lifted',
        target: `account:${accountId}`,
        detail: { note },
      });
      if (!(await store.find(found.id, now(), within))) throw new AppError('common.not_found');
      await deps.suspending.lift(within, accountId);
    });
    deps.suspending.reload(accountId);
  };

  const liftInAllRooms = async (found: KeptSanction, note: string, caller: SiteCaller): Promise<void> => {
    const accountId = found.accountId!;
    await deps.database.kysely.transaction().execute(async (within) => {
      await deps.auditLog.note(within, caller, {
        action: 'accounts.sanction_lifted',
        target: `account:${accountId}`,
        detail: { kind: found.kind, scope: found.scope, note },
      });
      if (!(await deps.house.lift(within, { id: found.id, kind: found.kind, accountId })))
        throw new AppError('common.not_found');
    });
    deps.outbox.nudge();
  };

  const liftInRoom = async (found: KeptSanction, note: string, caller: SiteCaller): Promise<void> => {
    const room = await deps.accounts.findById(found.roomId!);
    if (!room) throw new AppError('common.not_found');
    const actor = { id: caller.account!.id, username: caller.account!.username, role: 'site_mod' } as const;
    const action = found.kind === 'silence' ? 'unsilence' : 'unban';
    // By the name of now: the one of then may be somebody else's.
    const person = found.accountId === null ? undefined : await deps.accounts.findById(found.accountId);
    const username = person?.username ?? found.username;
    try {
      await deps.moderation.sanction(room, actor, { username, action, reason: note });
    } catch (error) {
      const isRefused = error instanceof AppError && error.code === 'room_chat.cannot_moderate';
      throw isRefused ? new AppError('moderation.cannot_sanction') : error;
    }
    await deps.database.kysely.transaction().execute((within) =>
      deps.auditLog.note(within, caller, {
        action: 'rooms.sanction_lifted',
        target: found.accountId === null ? `account:${room.id}` : `account:${found.accountId}`,
        detail: { kind: found.kind, room: room.username, username, note },
      }),
    );
  };

  return async (id: Uuid, note: string, caller: SiteCaller): Promise<void> => {
    const found = await store.find(id, now());
    if (!found) throw new AppError('common.not_found');
    if (found.kind === 'suspend') return liftSuspension(found, note, caller);
    return (found.roomId === null ? liftInAllRooms : liftInRoom)(found, note, caller);
  };
}
