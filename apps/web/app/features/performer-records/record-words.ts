import type { PerformerContent, PerformerRecord } from '@klieg/contract';
import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';

/** How the index is searched. */
export type RecordSearch = 'legal_name' | 'alias' | 'content';

export const SEARCH_WORDS: Readonly<Record<RecordSearch, MessageDescriptor>> = {
  legal_name: msg`Legal name`,
  alias: msg`Any other name`,
  content: msg`Content or day`,
};

export const RECORD_KINDS: Readonly<Record<PerformerRecord['kind'], MessageDescriptor>> = {
  model: msg`Model`,
  co_performer: msg`Co-performer`,
};

export const NAME_KINDS: Readonly<Record<PerformerRecord['names'][number]['kind'], MessageDescriptor>> = {
  username: msg`User name`,
  display_name: msg`Display name`,
  stage_name: msg`Stage name`,
  called: msg`As the model has called them`,
};

export const RECORD_STATES: Readonly<Record<PerformerRecord['state'], MessageDescriptor>> = {
  none: msg`Nothing sent`,
  invited: msg`Asked`,
  pending: msg`Being checked`,
  approved: msg`Approved`,
  rejected: msg`Sent back`,
  refused: msg`Refused`,
  revoked: msg`Withdrawn`,
  expired: msg`Expired`,
};

export const CONTENT_MODES: Readonly<Record<NonNullable<PerformerContent['mode']>, MessageDescriptor>> = {
  public: msg`Public recording`,
  private: msg`Recording of a private`,
  limited: msg`Recording of a ticket or group show`,
};
