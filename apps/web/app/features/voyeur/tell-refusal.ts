import { msg } from '@lingui/core/macro';
import type { Sentences } from '../../shared/errors/explain-error.ts';
import { tellSpendWith } from '../tipping/index.ts';

/** Refusals of houses alone; pages without one do not fetch their texts. */
const sentences: Sentences = {
  'shows.no_voyeur_room': msg`This room no longer shows cameras. Nothing was charged.`,
  'shows.control_taken': msg`No turn is free now. Nothing was charged.`,
  'rooms.offline': msg`This camera has no picture now. Nothing was charged.`,
  'rooms.banned': msg`You cannot do this in this room.`,
  'common.price_changed': msg`The price has changed. Check it, and press again.`,
};

/** Says why a press was refused, or does what a refused spend asks for. */
export const tellRefusal = tellSpendWith(sentences, 'show');
