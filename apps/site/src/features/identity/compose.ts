import type { Kit } from '../../platform/kit.ts';
import { makeAccountStore } from './account-store.ts';
import type { IsBreached } from './breach-lookup.ts';
import { makeFindNamed, makeIdentityConditions } from './conditions.ts';
import type { JoiningShare } from './joining-share.ts';
import type { FlatMe, MePart } from './me-part.ts';
import { makeIsWeakPassword } from './password.ts';
import { makePhoneStore } from './phone-store.ts';
import { type IdentityKey, presentMe } from './present-me.ts';
import { isSuperVip } from './role-rules.ts';
import { makeUsernameStore } from './username-store.ts';

export type IdentityFeature = ReturnType<typeof composeIdentity>;

/** The accounts of people. Its calls are served by `serveIdentity`, when every feature has given its part. */
export function composeIdentity(
  { database }: Pick<Kit, 'database'>,
  /** Looks up passwords that were stolen elsewhere; undefined: nobody is asked. */
  { isBreached }: { readonly isBreached: IsBreached | undefined },
) {
  const mePart: MePart<IdentityKey> = {
    empty: {} as Pick<FlatMe, IdentityKey>,
    read: (asks) => Promise.resolve(asks.map(({ account, request }) => presentMe(account, request))),
  };
  const accounts = makeAccountStore(database);
  const findNamed = makeFindNamed(accounts);
  const usernames = makeUsernameStore(database);
  const joiningShares: JoiningShare[] = [];
  return {
    accounts,
    usernames,
    joiningShares: joiningShares as readonly JoiningShare[],
    /** Has a feature write something in the transaction in which somebody joins. */
    onJoining: (share: JoiningShare) => void joiningShares.push(share),
    phones: makePhoneStore(database),
    isWeakPassword: makeIsWeakPassword(isBreached),
    findNamed,
    isSuperVip,
    mePart,
    conditions: makeIdentityConditions(findNamed),
  };
}
