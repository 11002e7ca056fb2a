import { type FactHandler, when } from '../../platform/events/index.ts';
import { addressConfirmed } from '../credentials/index.ts';
import type { CreditStore } from './credit-store.ts';

/** What was held until an address is confirmed is due; a chore pays it out within a second (S2003). */
export const makeOnAddressConfirmed = (deps: {
  readonly credits: Pick<CreditStore, 'release'>;
  readonly now: () => number;
}): FactHandler =>
  when(addressConfirmed, ({ accountId }, transaction) =>
    deps.credits.release(transaction, accountId, deps.now()),
  );
