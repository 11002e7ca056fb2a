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
  username: msg`Username`,
  display_name: msg`Display name`,
  stage_name: msg`Stage name`,
  called: msg`As named by the model`,
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

const CONTENT_MODES: Readonly<Record<NonNullable<PerformerContent['mode']>, MessageDescriptor>> = {
  public: msg`Public recording`,
  private: msg`Recording of a private`,
  limited: msg`Recording of a ticket or group show`,
};

const CONTENT_KINDS: Readonly<Record<Exclude<PerformerContent['kind'], 'recording'>, MessageDescriptor>> = {
  broadcast: msg`Broadcast`,
  message_picture: msg`Picture in a message`,
  media: msg`Picture or video in the library`,
  avatar: msg`Page picture`,
  house_camera: msg`House camera`,
  fan_logo: msg`Logo of a fan club`,
};

const CAMERA_NAMES: Readonly<Record<NonNullable<PerformerContent['camera']>, MessageDescriptor>> = {
  bedroom: msg`Bedroom`,
  kitchen: msg`Kitchen`,
  shower: msg`Shower`,
  living: msg`Living room`,
};

/** What something is, in words. */
export function wordsOf({ kind, mode, camera }: PerformerContent): readonly MessageDescriptor[] {
  if (kind === 'recording') return [mode === null ? msg`Recording` : CONTENT_MODES[mode]];
  return camera === null ? [CONTENT_KINDS[kind]] : [CONTENT_KINDS[kind], CAMERA_NAMES[camera]];
}
