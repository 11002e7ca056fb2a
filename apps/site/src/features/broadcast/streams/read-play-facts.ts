import type { AccountId } from '@klieg/kernel';
import type { AgeGate } from '../../age-check/index.ts';
import { isCardMissing } from '../../identity/index.ts';
import { isAtHome, type ReadPassed, type ReadWatchRights, type WatchAsk } from '../../rooms/index.ts';
import type { PlayFacts } from './play-rules.ts';

/** Reads what decides about many callers with at most four questions to the database, in the order of the asks. */
export type ReadPlayFacts = (asks: readonly WatchAsk[]) => Promise<readonly PlayFacts[]>;

/** People who may be asked for a card; few, so the cards of others are not read. */
const maybeLacksCard = ({ owner, caller }: WatchAsk): boolean =>
  isCardMissing(caller.account, false) && !isAtHome(owner, caller);

export function makeReadPlayFacts(deps: {
  readonly readPassed: ReadPassed;
  readonly readWatchRights: ReadWatchRights;
  readonly listCardHolders: (ids: readonly AccountId[]) => Promise<ReadonlySet<AccountId>>;
  readonly gate: Pick<AgeGate, 'listMissing'>;
}): ReadPlayFacts {
  return async (asks) => {
    const asked = asks.filter(maybeLacksCard).map(({ caller }) => caller.account!.id);
    const [passed, holders, rights, ageless] = await Promise.all([
      deps.readPassed(asks),
      deps.listCardHolders(asked),
      deps.readWatchRights(asks),
      deps.gate.listMissing(
        asks.map(({ caller }) => caller),
        'watch',
      ),
    ]);
    return asks.map((ask, index) => ({
      hasPassed: passed[index]!,
      isCardMissing: maybeLacksCard(ask) && !holders.has(ask.caller.account!.id),
      isAgeMissing: ageless[index]!,
      right: rights[index]!,
    }));
  };
}
