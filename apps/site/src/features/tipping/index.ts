export { composeTipping } from './compose.ts';
export { type PaidTip, tipOf } from './tip-paid.ts';
export { refuseTip, TIP_SHARE_PERCENT } from './tip-rules.ts';
export { tipSplitToCome } from './tip-split-to-come.ts';
export { tippingSettings } from './settings-part.ts';
