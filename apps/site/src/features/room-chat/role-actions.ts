import type { CardAction, ChatUserRole } from '@klieg/contract';
import type { Account } from '../identity/index.ts';
import { canModerate, type RoomAccess, type SanctionStore } from '../rooms/index.ts';
import type { SiteCaller } from '../sessions/index.ts';
import { mayModerate } from './moderation-rules.ts';

type Subject = Account | { readonly guest: string };

/** Somebody's role in a room, and what may be done to them there. */
export interface RoomRoles {
  /** As far as the caller may know it: sanctions only those who moderate. */
  rolesIn(caller: SiteCaller, subject: Account, room: Account): Promise<ChatUserRole[]>;
  actionsFor(caller: SiteCaller, subject: Subject, room: Account | undefined): Promise<CardAction[]>;
}

export function makeRoomRoles(deps: {
  readonly access: RoomAccess;
  readonly sanctions: SanctionStore;
}): RoomRoles {
  const { access, sanctions } = deps;
  const roleOf = (room: Account, subject: Subject) =>
    'guest' in subject ? Promise.resolve('viewer' as const) : access.roleOf(room, subject);
  const mayAct = async (caller: SiteCaller, subject: Subject, room: Account) => {
    const [actor, role] = await Promise.all([access.roleOf(room, caller.account), roleOf(room, subject)]);
    const isSelf = !('guest' in subject) && subject.id === caller.account?.id;
    return canModerate(actor) && mayModerate(actor, role, isSelf);
  };

  return {
    async rolesIn(caller, subject, room) {
      const [role, mayKnow] = await Promise.all([
        access.roleOf(room, subject),
        mayAct(caller, subject, room),
      ]);
      const kinds = mayKnow ? await sanctions.kindsOf(room.id, { accountId: subject.id, guestId: null }) : [];
      const names = { ban: 'banned', kick: 'kicked', silence: 'silenced' } as const;
      return [...(role === 'moderator' ? (['moderator'] as const) : []), ...kinds.map((kind) => names[kind])];
    },
    async actionsFor(caller, subject, room) {
      if (!room || !(await mayAct(caller, subject, room))) return [];
      const isOwner = caller.account?.id === room.id && !('guest' in subject);
      return ['silence', 'kick', 'ban', ...(isOwner ? (['moderator'] as const) : [])];
    },
  };
}
