import { msg } from '@lingui/core/macro';
import type { Sentences } from '../../shared/errors/explain-error.ts';
import { tellSpendWith } from '../tipping/index.ts';

/** Refusals of tip splits alone; pages without one do not fetch their texts. */
const sentences: Sentences = {
  'tipping.split_running': msg`A tip split is already running.`,
  'tipping.split_in_private': msg`Not during a private.`,
  'tipping.split_gone': msg`This tip split has ended.`,
  'tipping.split_changed': msg`The share has changed.`,
};

/** Says why a split was refused, or does what a refused tip asks for. */
export const tellRefusal = tellSpendWith(sentences, 'split');
