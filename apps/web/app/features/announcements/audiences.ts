import type { AnnouncementAudience } from '@klieg/contract';
import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';

/** Whom an announcement is for, in words. */
export const AUDIENCES: Readonly<Record<AnnouncementAudience, MessageDescriptor>> = {
  all: msg`All members`,
  viewer: msg`Viewers`,
  model: msg`Performers`,
};
