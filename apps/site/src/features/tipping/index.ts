export type { CommentRule } from './comment-rules.ts';
export { composeTipping, type TippingFeature } from './compose.ts';
export type { Offer, Offers } from './offers.ts';
export { type PaidTip, type TipDetail, tipOf } from './tip-paid.ts';
export { refuseTip, TIP_SHARE_PERCENT } from './tip-rules.ts';
export { tippingSettings } from './settings-part.ts';
