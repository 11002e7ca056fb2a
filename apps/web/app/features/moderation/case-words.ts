import type { Report, ReportAction, WallRoom } from '@klieg/contract';
import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';

export const REASON_WORDS: Readonly<Record<Report['reason'], MessageDescriptor>> = {
  underage: msg`May be under age`,
  non_consensual: msg`Without consent`,
  violence: msg`Violence`,
  spam: msg`Spam`,
  impersonation: msg`Pretends to be someone`,
  off_platform: msg`Off-site dealings`,
  copyright: msg`Copyright`,
  hate: msg`Hate`,
  self_harm: msg`Self-harm`,
  other: msg`Something else`,
};

export const KIND_WORDS: Readonly<Record<Report['kind'], MessageDescriptor>> = {
  room: msg`Room`,
  stream: msg`Live picture`,
  message: msg`Chat line`,
  pm: msg`Private message`,
  profile: msg`Profile`,
  media: msg`Media`,
  comment: msg`Comment`,
};

/** Actions as buttons and in the history. */
export const ACTION_WORDS: Readonly<Record<ReportAction, readonly [MessageDescriptor, MessageDescriptor]>> = {
  none: [msg`No issue`, msg`No issue`],
  warn: [msg`Warn`, msg`Warned`],
  silence: [msg`Silence in the room`, msg`Silenced in the room`],
  kick: [msg`Kick from the room`, msg`Kicked from the room`],
  ban: [msg`Ban from the room`, msg`Banned from the room`],
  suspend: [msg`Suspend account`, msg`Account suspended`],
  remove: [msg`Remove it`, msg`Removed`],
  restore: [msg`Restore`, msg`Restored`],
  hold_payout: [msg`Hold payout`, msg`Payout held`],
};

export const STATE_WORDS: Readonly<Record<Report['state'], MessageDescriptor>> = {
  open: msg`Open`,
  in_review: msg`In review`,
  actioned: msg`Acted on`,
  dismissed: msg`Dismissed`,
  appealed: msg`Appealed`,
  closed: msg`Closed`,
};

/** Names for the parts of a snapshot; others are not shown. */
export const SNAPSHOT_WORDS: Readonly<Record<string, MessageDescriptor>> = {
  text: msg`Text`,
  room: msg`Room`,
  username: msg`Username`,
  about: msg`About`,
};

export const SHOW_LOOKS = {
  public: 'live',
  standby: 'standby',
  private: 'private',
  limited: 'private',
} as const satisfies Readonly<Record<WallRoom['show'], string>>;
