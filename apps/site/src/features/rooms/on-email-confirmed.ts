import type { AccountId } from '@klieg/kernel';
import { accountKey } from '../identity/index.ts';
import type { RoomHub } from './hub/room-hub.ts';

/** Somebody who confirms an address while in a room can write there without re-entering. */
export const makeKnowEmail =
  (hub: Pick<RoomHub, 'copiesOf'>) =>
  ({ accountId }: { readonly accountId: AccountId }): void => {
    for (const person of hub.copiesOf(accountKey(accountId))) {
      const { account } = person.caller;
      if (account) person.caller = { ...person.caller, account: { ...account, emailConfirmed: true } };
    }
  };
