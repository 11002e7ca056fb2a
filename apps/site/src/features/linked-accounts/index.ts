export { composeLinkedAccounts } from './compose.ts';
