import { type FactHandler, when } from '../../platform/events/index.ts';
import { accountMade } from '../identity/index.ts';
import type { GiveSpin } from './give-spin.ts';

/** A new viewer gets one spin of the promo wheel. */
export const makeOnAccountMade = (deps: {
  readonly giveSpin: GiveSpin;
  readonly now: () => number;
}): FactHandler =>
  when(accountMade, async ({ accountId, type }, transaction) => {
    if (type === 'model') return;
    const key = `registration:${accountId}`;
    await deps.giveSpin(transaction, { key, accountId, wheel: 'promo', now: deps.now() });
  });
