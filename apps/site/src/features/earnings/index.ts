export { composeEarnings } from './compose.ts';
export { earningsReachInto } from './month-earnings-store.ts';
export { reserveEnvironment } from './reserve-terms.ts';
export type { ReserveTerms } from './ripening-rules.ts';
