export { composeContests } from './compose.ts';
export { makeContestStore } from './contest-store.ts';
