import type { AccountId } from '@klieg/kernel';
import { MINUTE_MS } from '@klieg/kernel/time';
import type { Chore, Kit } from '../../platform/kit.ts';
import type { IdentityFeature } from '../identity/index.ts';
import type { LedgerFeature } from '../ledger/index.ts';
import { makeEarningsHandlers } from './earnings.http.ts';
import { makeRipener } from './ripen.ts';
import type { ReserveTerms } from './ripening-rules.ts';
import { makeRipeningStore } from './ripening-store.ts';

/** How often to check whether today's run over everybody was done. */
const SWEEP_MS = 10 * MINUTE_MS;

/** What people have earned: it ripens, is kept back in part, and can then be paid out. */
export function composeEarnings(
  kit: Pick<Kit, 'database' | 'notices' | 'clock' | 'log'>,
  uses: {
    readonly identity: IdentityFeature;
    readonly ledger: LedgerFeature;
    readonly reserveTerms: ReserveTerms;
  },
) {
  const { ledger } = uses.ledger;
  const ripener = makeRipener({
    ...kit,
    store: makeRipeningStore(kit.database),
    ledger,
    terms: uses.reserveTerms,
  });
  const namesOf = async (ids: readonly AccountId[]) =>
    new Map((await uses.identity.accounts.listByIds(ids)).map(({ id, username }) => [id, username]));
  const chores: readonly Chore[] = [
    { failure: 'earnings could not ripen', everyMs: SWEEP_MS, on: 'one', run: ripener.sweep },
  ];
  return { handlers: makeEarningsHandlers({ ripener, ledger, namesOf, clock: kit.clock }), ripener, chores };
}
