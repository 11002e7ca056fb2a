import type { AgeMethod } from '@klieg/contract';
import type { IconName } from '@klieg/ui';
import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';

interface MethodWords {
  readonly icon: IconName;
  readonly name: MessageDescriptor;
  readonly note: MessageDescriptor;
  /** How long it takes. */
  readonly time: MessageDescriptor;
}

/** Name of each method, and what it requires. */
export const METHOD_WORDS: Readonly<Record<AgeMethod, MethodWords>> = {
  face_scan: {
    icon: 'smiley',
    name: msg`Face estimate`,
    note: msg`A camera estimates your age, nothing is stored`,
    time: msg`~20 s`,
  },
  id_verification: {
    icon: 'shield-check',
    name: msg`ID and face`,
    note: msg`A document and a face scan, checked by Incode`,
    time: msg`~2 min`,
  },
  id_check: {
    icon: 'shield-check',
    name: msg`Document`,
    note: msg`Passport or license, checked by Yoti`,
    time: msg`~2 min`,
  },
  digital_id: {
    icon: 'lock-key',
    name: msg`Digital ID app`,
    note: msg`If you already have one`,
    time: msg`~30 s`,
  },
  card: {
    icon: 'credit-card',
    name: msg`Credit card`,
    note: msg`No charge, or 300 tokens for $10.99`,
    time: msg`~1 min`,
  },
  live_id_check: {
    icon: 'video-camera',
    name: msg`Live with a person`,
    note: msg`Our team checks your document in a short call`,
    time: msg`~1 day`,
  },
};
