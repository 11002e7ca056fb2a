export { composeLinkedAccounts, type LinkedAccountsFeature } from './compose.ts';
