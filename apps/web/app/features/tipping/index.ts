export { followTip } from './follow-tip.ts';
export { followUpOf } from './send-tip.ts';
