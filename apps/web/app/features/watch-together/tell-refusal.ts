import { msg } from '@lingui/core/macro';
import type { Sentences } from '../../shared/errors/explain-error.ts';
import { tellRefusalWith } from '../../shared/errors/tell-refusal.ts';

/** Refusals of watching together alone; pages without it do not fetch their texts. */
const sentences: Sentences = {
  'shows.not_running': msg`You are no longer watching together.`,
  'shows.watch_unavailable': msg`A video is already being watched. Close it first.`,
  'media_library.locked': msg`This video can no longer be watched together. Choose another one.`,
};

/** Says why a press was refused. */
export const tellRefusal = tellRefusalWith(sentences);
