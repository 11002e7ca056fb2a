export { openBillerPage } from './purchase/follow-purchase.ts';
export { lowTokensPackage } from './quick-buy/quick-buy.ts';
