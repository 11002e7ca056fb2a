export { composePostPay, type PostPayFeature } from './compose.ts';
export { linePastDue } from './line-past-due.ts';
