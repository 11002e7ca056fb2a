export type { ChoosableMails } from './choosable-mails.ts';
export { composeEmailSubscription, type EmailSubscriptionFeature } from './compose.ts';
