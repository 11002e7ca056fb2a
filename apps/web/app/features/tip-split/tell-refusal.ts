import { showToast } from '@klieg/ui';
import type { I18n, MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { codeOf } from '../../shared/errors/explain-error.ts';
import { followTip, followUpOf } from '../tipping/index.ts';

/** Refusals of tip splits alone; pages without one do not fetch their texts. */
const sentences: Readonly<Record<string, MessageDescriptor>> = {
  'tipping.split_running': msg`A tip split is already running.`,
  'tipping.split_in_private': msg`Not during a private.`,
  'tipping.split_gone': msg`This tip split has ended.`,
  'tipping.split_changed': msg`The share has changed.`,
};

/** Says why a split was refused, or does what a refused tip asks for. */
export function tellRefusal(error: unknown, i18n: I18n): void {
  const sentence = sentences[codeOf(error) ?? ''];
  if (sentence) return void showToast({ content: i18n._(sentence), appearance: 'error' });
  followTip(followUpOf(error), i18n, 'split');
}
