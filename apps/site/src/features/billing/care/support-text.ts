import type { BillingTopic } from '@klieg/contract';

/** What the house reads first, in its own language. */
const ABOUT: Readonly<Record<BillingTopic, string>> = {
  declined: 'A payment was declined',
  missing_tokens: 'Tokens are missing',
  refund: 'A refund is asked for',
  verify: 'Somebody wants to be verified',
  other: 'Payments',
};

/** The text of a case about payments: the topic comes before what the person wrote. */
export const writeSupportText = (topic: BillingTopic, text: string): string => `${ABOUT[topic]}.\n\n${text}`;
