import type { ComplaintAction, DeskComplaint, DeskComplaintWhole } from '@klieg/contract';
import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';

export const KIND_WORDS: Readonly<Record<DeskComplaint['kind'], MessageDescriptor>> = {
  illegal: msg`Illegal content`,
  non_consensual: msg`Shown without consent`,
  take_it_down: msg`Take it down`,
  depicted_person: msg`Does not want to be shown`,
  copyright: msg`Copyright`,
  privacy: msg`Private data`,
  other: msg`Something else`,
};

export const STATE_WORDS: Readonly<Record<DeskComplaint['state'], MessageDescriptor>> = {
  open: msg`Open`,
  in_review: msg`In review`,
  actioned: msg`Removed`,
  dismissed: msg`Left as is`,
  appealed: msg`Appealed`,
  closed: msg`Closed`,
};

export const RELATION_WORDS: Readonly<Record<DeskComplaintWhole['relation'], MessageDescriptor>> = {
  self: msg`For themselves`,
  representative: msg`For someone they represent`,
  rights_owner: msg`As the rights owner`,
  third_party: msg`As someone who has seen it`,
};

type Item = DeskComplaintWhole['items'][number];

export const ITEM_WORDS: Readonly<Record<Item['kind'], MessageDescriptor>> = {
  page: msg`Page`,
  avatar: msg`Profile picture`,
  message_picture: msg`Picture in a message`,
  media: msg`Picture or video in the library`,
  recording: msg`Recording`,
  fan_logo: msg`Logo of a fan club`,
};

export const ITEM_STATE_WORDS: Readonly<Record<Item['state'], MessageDescriptor>> = {
  shown: msg`Shown`,
  quarantined: msg`Hidden for now`,
  removed: msg`Removed`,
  restored: msg`Shown again`,
};

/** A button; where a counter-notice waits, the same action answers it. */
export const actionWord = (action: ComplaintAction, hasCounter: boolean): MessageDescriptor => {
  switch (action) {
    case 'remove':
      return msg`Remove`;
    case 'reject':
      return hasCounter ? msg`Reject the counter-notice` : msg`Leave it`;
    case 'request_info':
      return msg`Ask for more`;
    case 'counter':
      return msg`Accept the counter-notice`;
    case 'restore':
      return msg`Restore`;
    default:
      return action satisfies never;
  }
};

/** Past actions in words; unknown ones of a newer version have none. */
export const DEED_WORDS: Readonly<Record<string, MessageDescriptor>> = {
  quarantined: msg`Hidden`,
  overdue: msg`Overdue`,
  not_answered: msg`No answer within 14 days`,
  restored_by_law: msg`Shown again after the counter-notice`,
  answered: msg`Answered`,
  countered: msg`Counter-notice`,
  appealed: msg`Appealed`,
  remove: msg`Removed`,
  reject: msg`Rejected`,
  request_info: msg`Asked for more`,
  counter: msg`Counter-notice accepted`,
  restore: msg`Restored`,
  appeal_upheld: msg`Appeal: decision upheld`,
  appeal_overturned: msg`Appeal: decision changed`,
};

export const PARTY_WORDS: Readonly<
  Record<DeskComplaintWhole['history'][number]['party'], MessageDescriptor>
> = {
  staff: msg`Staff`,
  system: msg`System`,
  complainant: msg`Complainant`,
  owner: msg`Content owner`,
};
