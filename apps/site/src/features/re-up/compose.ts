import { readAutoReUps } from '@klieg/contract';
import { AppError } from '@klieg/kernel';
import type { Kit } from '../../platform/kit.ts';
import type { BillingFeature } from '../billing/index.ts';
import type { IdentityFeature } from '../identity/index.ts';
import type { SettingsFeature } from '../settings/index.ts';
import { settingsChanged } from '../settings/index.ts';
import type { WalletFeature } from '../wallet/index.ts';
import { makeKeepPromises } from './keep-promises.ts';
import { makePromiseStore } from './promise-store.ts';
import { makeReUpHandlers } from './re-up.http.ts';
import { makeReUpStore } from './re-up-store.ts';
import { makeTendReUp } from './tend-re-up.ts';
import { makeWatchReUps } from './watch-re-ups.ts';

/** How soon after its purchase a consent counts. */
const SOON_MS = 2_000;

export type ReUpFeature = ReturnType<typeof composeReUp>;

/** Automatic token purchases at a low balance (machine 23). */
export function composeReUp(
  kit: Pick<Kit, 'database' | 'clock' | 'feed' | 'notices' | 'logged' | 'outbox'>,
  uses: {
    readonly billing: BillingFeature;
    readonly identity: IdentityFeature;
    readonly settings: SettingsFeature;
    readonly wallet: WalletFeature;
    /** Countries that may neither buy nor tip. */
    readonly isBlockedCountry: (country: string | null) => boolean;
    readonly publicUrl: string;
  },
) {
  const { clock } = kit;
  const { billing } = uses;
  const { wallet } = uses.wallet;
  const store = makeReUpStore(kit.database);
  const tend = makeTendReUp({
    ...uses,
    store,
    accounts: uses.identity.accounts,
    wallet,
    saveSettings: uses.settings.saveSettings,
    database: kit.database,
    outbox: kit.outbox,
    feed: kit.feed,
    clock,
  });
  const { settle, ...withPurchase } = makeKeepPromises({
    promises: makePromiseStore(kit.database),
    billing,
    saveChosenSettings: uses.settings.saveChosenSettings,
    clock,
  });
  billing.reUpConsent.takenBy({
    ...withPurchase,
    async keep(account, choice) {
      const text = JSON.stringify(choice);
      if (!readAutoReUps(text)) throw new AppError('common.invalid_input');
      await uses.settings.saveSettings(account, { auto_re_ups: text });
    },
  });
  const watch = makeWatchReUps({ ...kit, store, tend });
  kit.notices.on(settingsChanged, ({ account, changes }) => {
    if (changes.auto_re_ups === undefined) return;
    watch.follow(account.id);
    // The current balance is recorded at once, so that the next spend counts as one.
    tend(account.id).catch(kit.logged('an automatic purchase was left to the sweep'));
  });
  return {
    handlers: makeReUpHandlers({ store, billing, wallet, clock }),
    lobbyPart: watch.lobbyPart,
    /** Whether a card is the one that is charged automatically. */
    usesCard: store.usesCard,
    chores: [
      ...watch.chores,
      {
        failure: 'consents that were given with purchases could not be kept',
        everyMs: SOON_MS,
        on: 'one' as const,
        run: settle,
      },
    ],
    stop: watch.stop,
  };
}
