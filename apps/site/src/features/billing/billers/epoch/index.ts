export { makeEpoch } from './epoch.ts';
export { EPOCH_NETWORKS, epochRules } from './settings.ts';
