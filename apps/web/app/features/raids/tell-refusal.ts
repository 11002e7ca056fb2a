import { msg } from '@lingui/core/macro';
import type { Sentences } from '../../shared/errors/explain-error.ts';
import { tellRefusalWith } from '../../shared/errors/tell-refusal.ts';

/** Refusals of raids alone; pages without one do not fetch their texts. */
const sentences: Sentences = {
  'broadcast.not_live': msg`Go live first.`,
  'raids.running': msg`Your viewers are being asked already.`,
  'raids.too_soon': msg`Wait some minutes before the next raid.`,
  'raids.room_closed': msg`This room takes no raid now. Choose another.`,
  'raids.over': msg`This raid is over. You stay here.`,
  'raids.kept_out': msg`That room is not open to you. You stay here.`,
  'raids.refused_full': msg`You refuse raids of 200 rooms. Allow one again first.`,
};

/** Says why a press was refused. */
export const tellRefusal = tellRefusalWith(sentences);
