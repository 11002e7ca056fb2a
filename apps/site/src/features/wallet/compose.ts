import type { AccountId } from '@klieg/kernel';
import type { Kit } from '../../platform/kit.ts';
import type { IdentityFeature } from '../identity/index.ts';
import type { LedgerFeature } from '../ledger/index.ts';
import { balanceChanged } from './balance-changed.ts';
import { makeWalletLobbyPart } from './lobby-part.ts';
import { makeWalletPart } from './me-part.ts';
import { makeShowBalance } from './on-balance-changed.ts';
import { makeWallet } from './wallet.ts';

export type WalletFeature = ReturnType<typeof composeWallet>;

/** Payments between people, and what their pages show of their balances. */
export function composeWallet(
  kit: Pick<Kit, 'notices' | 'feed' | 'clock' | 'logged'>,
  uses: { readonly identity: IdentityFeature; readonly ledger: LedgerFeature },
) {
  const { ledger } = uses.ledger;
  const showBalance = makeShowBalance({
    feed: kit.feed,
    accounts: uses.identity.accounts,
    ledger,
    clock: kit.clock,
  });
  kit.notices.on(balanceChanged, (change) => {
    showBalance(change).catch(kit.logged('a balance could not be shown'));
  });
  let explainShortage = (_payer: AccountId): Promise<string | undefined> => Promise.resolve(undefined);
  return {
    wallet: makeWallet({
      ledger,
      notices: kit.notices,
      clock: kit.clock,
      explainShortage: (payer) => explainShortage(payer),
    }),
    /** A feature that gives credit explains why there is none. */
    explainShortagesBy: (explain: typeof explainShortage) => void (explainShortage = explain),
    mePart: makeWalletPart(ledger),
    lobbyPart: makeWalletLobbyPart(ledger),
  };
}
