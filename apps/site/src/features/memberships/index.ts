export { composeMemberships } from './compose.ts';
export { membershipEnded, renewalRefused } from './membership-facts.ts';
