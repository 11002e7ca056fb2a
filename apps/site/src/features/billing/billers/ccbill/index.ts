export { makeCcbill } from './ccbill.ts';
export { CCBILL_NETWORKS, ccbillRules } from './settings.ts';
