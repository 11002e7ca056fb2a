import type { AccountId } from '@klieg/kernel';
import type { RoomHub } from './room-hub.ts';

/** Whoever confirms an address while in a room need not come in again to write there. */
export const makeKnowEmail =
  (hub: Pick<RoomHub, 'copiesOf'>) =>
  ({ accountId }: { readonly accountId: AccountId }): void => {
    for (const person of hub.copiesOf(`a${accountId}`)) {
      const { account } = person.caller;
      if (account) person.caller = { ...person.caller, account: { ...account, emailConfirmed: true } };
    }
  };
