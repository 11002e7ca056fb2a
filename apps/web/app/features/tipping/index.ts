export { followTip } from './follow-tip.ts';
export { followUpOf, sendTip } from './send-tip.ts';
export { tellSpendWith } from './tell-spend.ts';
