export { composeTipping } from './compose.ts';
export { type PaidTip, tipOf } from './tip-paid.ts';
export { refuseTip, TIP_SHARE_PERCENT } from './tip-rules.ts';
