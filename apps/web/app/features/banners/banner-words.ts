import type { BannerAudience } from '@klieg/contract';
import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';

/** Audiences in words. Models see no banners, so they are not offered. */
export const AUDIENCES: Readonly<Record<BannerAudience, MessageDescriptor>> = {
  all: msg`Guests and viewers`,
  guest: msg`Guests`,
  viewer: msg`Viewers with an account`,
  model: msg`Nobody (models see no banners)`,
};
