import { msg } from '@lingui/core/macro';
import type { Sentences } from '../../shared/errors/explain-error.ts';
import { tellRefusalWith } from '../../shared/errors/tell-refusal.ts';

/** Refusals of co-shows alone; pages without one do not fetch their texts. */
const sentences: Sentences = {
  'broadcast.not_live': msg`Go live in public first.`,
  'shows.in_show': msg`Another show is announced or running in your room. End it first.`,
  'co_shows.room_closed': msg`This performer takes no co-show now. Choose another.`,
  'co_shows.running': msg`You are in a co-show already.`,
  'co_shows.asked': msg`You have asked somebody already. Wait for the answer or take it back.`,
  'co_shows.asked_you': msg`This performer has asked you. Answer the request.`,
  'co_shows.too_soon': msg`Wait some minutes before you ask this performer again.`,
  'co_shows.gone': msg`This request is over.`,
};

/** Says why a press was refused. */
export const tellRefusal = tellRefusalWith(sentences);
