import { AppError } from '@klieg/kernel';
import type { Caller, Conditions, Policy } from '../../platform/http/index.ts';
import { type AskedCondition, permissionOf, refusalOf, rowOf } from './permission-table.ts';
import { type AccountFacts, type Asker, type Place, principalsOf } from './principal.ts';

type Params = Readonly<Record<string, unknown>>;

interface Deps<C extends Caller & Asker> {
  /** The account that the path of a call names. */
  readonly findNamed: (params: Params) => Promise<AccountFacts | undefined>;
  readonly isModerator: (owner: AccountFacts['id'], account: AccountFacts['id']) => Promise<boolean>;
  /** Username of the webmaster who owns the requested site; null: the house. */
  readonly webmasterOf: (caller: C) => string | null;
  readonly conditions: Conditions<AskedCondition, C>;
}

/** Looks up what the contract asks of a caller, in the table of permissions (http page, section 1). */
export function makePolicy<C extends Caller & Asker>(deps: Deps<C>): Policy<C> {
  const { conditions } = deps;

  /** @throws common.not_found if the path names nobody with a room */
  const roomOf = async ({ id }: AccountFacts, params: Params): Promise<NonNullable<Place['room']>> => {
    const owner = await deps.findNamed(params);
    if (owner?.type !== 'model') throw new AppError('common.not_found');
    const isModerator = await deps.isModerator(owner.id, id);
    return { ownerId: owner.id, isModerator };
  };

  return {
    refuseSuspended() {
      throw new AppError('identity.suspended');
    },
    async who(who, caller, params) {
      const permission = permissionOf[who];
      const row = rowOf(permission);
      for (const condition of row.conditions ?? []) await conditions[condition](caller, params);
      const { account } = caller;
      const place: Place = {
        webmaster: deps.webmasterOf(caller),
        ...(row.isOfRoom && account && { room: await roomOf(account, params) }),
      };
      const refusal = refusalOf(permission, principalsOf(caller, place));
      if (refusal) throw new AppError(refusal);
    },
    conditions,
  };
}
