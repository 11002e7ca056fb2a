import type { VoyeurCamera } from '@klieg/contract/features/voyeur/limits';
import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';

export const CAMERA_NAMES: Readonly<Record<VoyeurCamera, MessageDescriptor>> = {
  bedroom: msg`Bedroom`,
  kitchen: msg`Kitchen`,
  shower: msg`Shower`,
  living: msg`Living room`,
};
