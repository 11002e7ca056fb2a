import { type AccountId, AppError, type Clock } from '@klieg/kernel';
import type { AccountStore } from '../identity/index.ts';
import { canModerate, type RoomDoor } from '../rooms/index.ts';
import type { SiteCaller } from '../sessions/index.ts';
import type { Policy } from '../../platform/http/index.ts';

/** Whoever may not see that something exists gets the same answer as for what does not. */
const requireLogin = (caller: SiteCaller): void => {
  if (!caller.account) throw new AppError('common.unauthenticated');
};

const refuse = (): never => {
  throw new AppError('common.forbidden');
};

/** The principals and conditions of the contract, decided in one place (http page, section 1). */
export function makePolicy(deps: {
  readonly accounts: AccountStore;
  readonly door: RoomDoor;
  readonly isTipBlocked: (country: string | null) => boolean;
  readonly clock: Clock;
}): Policy<SiteCaller> {
  const ownerOf = async (params: Readonly<Record<string, unknown>>) => {
    const { username, id } = params;
    if (typeof username === 'string') return deps.accounts.findByUsername(username);
    return typeof id === 'number' ? deps.accounts.findById(id as AccountId) : undefined;
  };

  return {
    refuseSuspended() {
      throw new AppError('identity.suspended');
    },
    async who(who, caller, params) {
      switch (who) {
        case 'guest':
        case 'hook':
          return;
        case 'user':
          return requireLogin(caller);
        case 'buyer': {
          if (
            deps.isTipBlocked(caller.account?.lastLoginCountry ?? null) ||
            deps.isTipBlocked(caller.country)
          )
            throw new AppError('billing.tip_blocked_country');
          requireLogin(caller);
          if (caller.account!.type === 'model') throw new AppError('billing.model_cannot_buy');
          if (caller.account!.complianceStatus === 'pending')
            throw new AppError('billing.compliance_pending');
          return;
        }
        case 'model':
          requireLogin(caller);
          if (caller.account!.type !== 'model') throw new AppError('common.forbidden');
          return;
        case 'broadcaster':
          requireLogin(caller);
          if (caller.account!.type !== 'model') throw new AppError('common.forbidden');
          if (caller.account!.complianceStatus !== 'approved') throw new AppError('broadcast.not_approved');
          return;
        case 'owner':
        case 'room_mod': {
          requireLogin(caller);
          const owner = await ownerOf(params);
          if (owner?.type !== 'model') throw new AppError('common.not_found');
          if (owner.id === caller.account!.id) return;
          const isAllowed = who === 'room_mod' && canModerate(await deps.door.roleOf(owner, caller.account));
          if (!isAllowed) throw new AppError('common.forbidden');
          return;
        }
      }
    },
    conditions: {
      // No region of this edition asks for an age check; the check itself comes with compliance.
      av: () => undefined,
      email(caller) {
        if (!caller.account?.emailConfirmed) throw new AppError('identity.email_unconfirmed');
      },
      sudo(caller) {
        if (caller.sudoUntil > deps.clock.now()) return;
        throw new AppError('common.sudo_required', { params: { methods: ['password'] } });
      },
      // No call of this edition has this; one that gets it before it is built stays closed.
      paid: refuse,
      async room(caller, params) {
        await deps.door.check(await ownerOf(params), caller);
      },
      // Both sides' countries are decided with the tip itself, in the order of rule S7.
      pay: () => undefined,
      async not_self(caller, params) {
        const owner = await ownerOf(params);
        if (owner && owner.id === caller.account?.id) throw new AppError('common.not_self');
      },
    },
  };
}
