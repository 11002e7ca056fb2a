import { accountKey } from '../identity/index.ts';
import type { BalanceChange } from '../wallet/index.ts';
import type { RoomHub } from './hub/room-hub.ts';

/** Every page of a person in a room knows what that person can spend now. */
export const makeKnowBalance =
  (hub: Pick<RoomHub, 'copiesOf'>) =>
  ({ accountId, purse, tokens, version }: BalanceChange): void => {
    if (purse !== 'spending') return;
    for (const person of hub.copiesOf(accountKey(accountId))) {
      if (person.balanceVersion > version) continue;
      person.balanceVersion = version;
      person.tokens = tokens;
      person.hasTokens = tokens > 0;
    }
  };
