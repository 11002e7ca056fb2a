export { makeSendTip, type Spent } from './send-tip.ts';
export { makeTippingHandlers } from './tipping.http.ts';
export { TIP_SHARE_PERCENT } from './tip-rules.ts';
