import { msg } from '@lingui/core/macro';
import type { Sentences } from '../../shared/errors/explain-error.ts';
import { tellRefusalWith } from '../../shared/errors/tell-refusal.ts';

/** Refusals of shared cameras alone; pages without one do not fetch their texts. */
const sentences: Sentences = {
  'shows.sharecam_unavailable': msg`The camera cannot be shared now.`,
  'shows.already_requested': msg`Your camera is already shared. Stop it there first.`,
  'shows.request_gone': msg`This request is no longer open.`,
  'rooms.banned': msg`You cannot do this in this room.`,
};

/** Says why a press was refused. */
export const tellRefusal = tellRefusalWith(sentences);
