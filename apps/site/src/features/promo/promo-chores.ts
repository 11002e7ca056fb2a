import { DAY_MS, MINUTE_MS } from '@klieg/kernel/time';
import type { Chore } from '../../platform/kit.ts';
import type { CodeStore } from './code-store.ts';
import type { CreditStore } from './credit-store.ts';
import type { PayCredits } from './pay-credits.ts';
import { NETWORK_KEYS } from './person-keys.ts';
import type { SpinNews } from './spin-news.ts';

const SOON_MS = 1_000;
const VAULT_LOOK_MS = 10_000;
/** A network is somebody else's after this time. */
const NETWORK_KEPT_MS = 30 * DAY_MS;

/** What promotions do again and again. */
export const makePromoChores = (deps: {
  readonly codes: Pick<CodeStore, 'forget'>;
  readonly credits: Pick<CreditStore, 'voidEnded'>;
  readonly pay: Pick<PayCredits, 'payDue'>;
  readonly news: Pick<SpinNews, 'tellNew'>;
  readonly giveVaultSpins: () => Promise<void>;
  readonly now: () => number;
}): readonly Chore[] => [
  { failure: 'free tokens could not be paid out', everyMs: SOON_MS, on: 'one', run: deps.pay.payDue },
  {
    failure: 'spins of the vault could not be given',
    everyMs: VAULT_LOOK_MS,
    on: 'one',
    run: deps.giveVaultSpins,
  },
  { failure: 'new spins could not be told', everyMs: SOON_MS, on: 'one', run: deps.news.tellNew },
  {
    failure: 'free tokens that nobody confirmed could not be dropped',
    everyMs: MINUTE_MS,
    on: 'one',
    run: () => deps.credits.voidEnded(deps.now()),
  },
  {
    failure: 'old networks could not be forgotten',
    everyMs: DAY_MS,
    on: 'one',
    run: () => deps.codes.forget(`${NETWORK_KEYS}%`, deps.now() - NETWORK_KEPT_MS),
  },
];
