import type { HouseSanction } from '@klieg/contract';
import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';

export const SANCTION_WORDS: Readonly<Record<HouseSanction['kind'], MessageDescriptor>> = {
  suspend: msg`Suspended`,
  ban: msg`Banned from the room`,
  kick: msg`Put out of the room`,
  silence: msg`Silenced in the room`,
};

/** Why accounts are suspended; what a moderator of a room has written stands as it is. */
export const SUSPENSION_WORDS: Readonly<Record<string, MessageDescriptor>> = {
  rules: msg`Rules of the house`,
  payment: msg`A payment`,
  fraud: msg`Fraud`,
  age: msg`Age`,
  identity: msg`Identity`,
  safety: msg`Safety`,
  other: msg`Something else`,
};
