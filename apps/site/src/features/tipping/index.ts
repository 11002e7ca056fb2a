export { makeSendTip, type Spent, type Tip } from './send-tip.ts';
export { refuseTip, TIP_SHARE_PERCENT } from './tip-rules.ts';
export { countTips } from './tip-metrics.ts';
export { makeTippingHandlers } from './tipping.http.ts';
