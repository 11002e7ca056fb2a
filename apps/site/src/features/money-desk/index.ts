export { composeMoneyDesk } from './compose.ts';
export { refundsReachInto } from './month-refunds-store.ts';
