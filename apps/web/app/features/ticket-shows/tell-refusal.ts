import { msg } from '@lingui/core/macro';
import type { Sentences } from '../../shared/errors/explain-error.ts';
import { tellSpendWith } from '../tipping/index.ts';

/** Refusals of ticket shows alone; pages without one do not fetch their texts. */
const sentences: Sentences = {
  'shows.no_limited_show': msg`There is no ticket show any more. Nothing was charged.`,
  'shows.ticket_owned': msg`You already have a ticket.`,
  'shows.ticket_needed': msg`You need a ticket first.`,
  'shows.no_recording': msg`This show is not recorded. Nothing was charged.`,
  'shows.recording_owned': msg`You already have the recording.`,
  'shows.in_show': msg`A show is already running. End it first.`,
  'shows.not_running': msg`No show is running.`,
  'broadcast.not_live': msg`Go live first.`,
  'common.price_changed': msg`The price has changed. Check it, and press again.`,
  'rooms.banned': msg`You cannot do this in this room.`,
};

/** Says why a press was refused, or does what a refused spend asks for. */
export const tellRefusal = tellSpendWith(sentences, 'show');
