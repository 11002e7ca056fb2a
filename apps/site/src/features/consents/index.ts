export type { CoPerformers } from './co-performers.ts';
export { composeConsents, type ConsentsFeature } from './compose.ts';
export { consentLost } from './consent-lost.ts';
