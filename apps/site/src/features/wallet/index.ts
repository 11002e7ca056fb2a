export { type BalanceChange, balanceChanged } from './balance-changed.ts';
export { composeWallet, type WalletFeature } from './compose.ts';
export type { HoldRequest, Paid, Payment } from './payments.ts';
export { makeWallet, type Wallet } from './wallet.ts';
export { moneyIdsOf } from './purchase-money.ts';
export { holdsToVoid } from './take-back.ts';
