export { makeSendTip, type Spent, type Tip } from './send-tip.ts';
export { makeTippingHandlers } from './tipping.http.ts';
