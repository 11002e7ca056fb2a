export { type BalanceChange, balanceChanged } from './balance-changed.ts';
export { composeWallet, type WalletFeature } from './compose.ts';
export type { Paid, Payment, Wallet } from './wallet.ts';
