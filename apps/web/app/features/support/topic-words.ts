import type { SupportThreadLine } from '@klieg/contract';
import type { TagTone } from '@klieg/ui';
import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';

/** What a conversation is about, in words. */
export const TOPICS: Readonly<Record<SupportThreadLine['topic'], MessageDescriptor>> = {
  account: msg`Account`,
  billing: msg`Payments`,
  video: msg`Video`,
  model: msg`Models`,
  report: msg`Report`,
  other: msg`Something else`,
};

/** How far a conversation is, in words. */
export const STATES: Readonly<Record<SupportThreadLine['state'], readonly [MessageDescriptor, TagTone]>> = {
  open: [msg`Waiting for an answer`, 'info'],
  answered: [msg`Answered`, 'ok'],
  closed: [msg`Closed`, 'neutral'],
};
