import { msg } from '@lingui/core/macro';
import type { Sentences } from '../../shared/errors/explain-error.ts';
import { tellSpendWith } from '../tipping/index.ts';

/** Refusals of group shows alone; pages without one do not fetch their texts. */
const sentences: Sentences = {
  'shows.no_group_show': msg`You can no longer join this group show. Nothing was charged.`,
  'shows.group_full': msg`This group show is full. Nothing was charged.`,
  'shows.in_show': msg`Another show or request is open. End it first.`,
  'shows.not_running': msg`No show is running.`,
  'broadcast.not_live': msg`Go live first.`,
  'common.price_changed': msg`The price has changed. Check it, and press again.`,
  'common.unavailable': msg`It is about to start. Try again in a moment.`,
  'rooms.banned': msg`You cannot do this in this room.`,
};

/** Says why a press was refused, or does what a refused spend asks for. */
export const tellRefusal = tellSpendWith(sentences, 'show');
