import { type FactHandler, when } from '../../platform/events/index.ts';
import { addressConfirmed } from '../credentials/index.ts';
import type { CreditStore } from './credit-store.ts';

/** Gifts held for an unconfirmed address become due; a job pays them out within a second (S2003). */
export const makeOnAddressConfirmed = (deps: {
  readonly credits: Pick<CreditStore, 'release'>;
  readonly now: () => number;
}): FactHandler =>
  when(addressConfirmed, ({ accountId }, transaction) =>
    deps.credits.release(transaction, accountId, deps.now()),
  );
