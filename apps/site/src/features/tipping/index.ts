export { makeSendTip, type Spent } from './send-tip.ts';
export { makeTippingHandlers } from './tipping.http.ts';
