import { askTogether } from '#site/platform/postgres/index.ts';
import type { Account } from '../../identity/index.ts';
import type { SiteCaller } from '../../sessions/index.ts';
import { isAtHome } from './entry-rules.ts';
import type { PasswordAsk, RoomPasswordStore } from './room-password-store.ts';

/** Whether the caller has given the room's password, or needs none. */
export type HasPassed = (owner: Account, caller: SiteCaller) => Promise<boolean>;

/** The same of many rooms and callers with at most one question to the database, in the order of the asks. */
export type ReadPassed = (
  asks: readonly { readonly owner: Account; readonly caller: SiteCaller }[],
) => Promise<readonly boolean[]>;

/** The answer where room and caller are enough for it, else what to ask the database. */
function askFor(owner: Account, caller: SiteCaller): boolean | PasswordAsk {
  const password = owner.settings.cam_password;
  if (password === null || isAtHome(owner, caller)) return true;
  return caller.sessionId !== '' && { sessionId: caller.sessionId, modelId: owner.id, password };
}

export function makeReadPassed(passwords: Pick<RoomPasswordStore, 'listGranted'>): ReadPassed {
  return async (asks) => {
    const wanted = asks.map(({ owner, caller }) => askFor(owner, caller));
    const granted = await passwords.listGranted(wanted.filter((ask) => typeof ask !== 'boolean'));
    return wanted.map((ask) => (typeof ask === 'boolean' ? ask : granted.has(ask)));
  };
}

/** For one caller at a time; callers at nearly the same time are grouped. */
export function makeHasPassed(readPassed: ReadPassed): HasPassed {
  const ask = askTogether(readPassed);
  return (owner, caller) => ask({ owner, caller });
}
