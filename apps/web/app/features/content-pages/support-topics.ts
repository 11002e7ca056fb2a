import type { Api, ArgumentsOf } from '@klieg/contract';

export type SupportTopic = ArgumentsOf<Api['openSupportThread']>['body']['topic'];

/** Topics in display order. */
export const SUPPORT_TOPICS: readonly SupportTopic[] = [
  'account',
  'billing',
  'video',
  'model',
  'report',
  'other',
];

/** The topic that an address names, or `other`. */
export const topicOf = (name: string | null): SupportTopic =>
  SUPPORT_TOPICS.find((topic) => topic === name) ?? 'other';
