export { openBillerPage } from './follow-purchase.ts';
export { lowTokensPackage } from './quick-buy.ts';
