import type { HouseSanction } from '@klieg/contract';
import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';

/** Sanctions, wherever they apply. */
export const SANCTION_WORDS: Readonly<Record<HouseSanction['kind'], MessageDescriptor>> = {
  suspend: msg`Suspended`,
  ban: msg`Banned`,
  kick: msg`Kicked`,
  silence: msg`Silenced`,
  warn: msg`Warned`,
};

const IN_ALL_ROOMS: Readonly<Record<HouseSanction['kind'], MessageDescriptor>> = {
  ...SANCTION_WORDS,
  ban: msg`Banned from all rooms`,
  kick: msg`Kicked from all rooms`,
  silence: msg`Silenced in all rooms`,
};

/** The same including the place, for an existing one; a single room is named beside it. */
export function wordsOfSanction({
  kind,
  scope,
  room,
}: Pick<HouseSanction, 'kind' | 'scope' | 'room'>): MessageDescriptor {
  if (scope === 'broadcast') return kind === 'ban' ? msg`Banned from broadcasting` : msg`Broadcast ended`;
  if (scope === 'site') return kind === 'kick' ? msg`Logged out` : SANCTION_WORDS[kind];
  return room === null ? IN_ALL_ROOMS[kind] : SANCTION_WORDS[kind];
}

/** Reasons for suspensions; a room moderator's own text is shown unchanged. */
export const SUSPENSION_WORDS: Readonly<Record<string, MessageDescriptor>> = {
  rules: msg`House rules`,
  payment: msg`A payment`,
  fraud: msg`Fraud`,
  age: msg`Age`,
  identity: msg`Identity`,
  safety: msg`Safety`,
  other: msg`Something else`,
};
