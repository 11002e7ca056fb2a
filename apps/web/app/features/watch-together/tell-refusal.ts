import { showToast } from '@klieg/ui';
import type { I18n, MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { codeOf, explainError } from '../../shared/errors/explain-error.ts';

/** Refusals of watching together alone; pages without it do not fetch their texts. */
const sentences: Readonly<Record<string, MessageDescriptor>> = {
  'shows.not_running': msg`You are no longer watching together.`,
  'shows.watch_unavailable': msg`A video is already being watched. Close it first.`,
  'media_library.locked': msg`This video can no longer be watched together. Choose another one.`,
};

/** Says why a press was refused. */
export function tellRefusal(error: unknown, i18n: I18n): void {
  const known = sentences[codeOf(error) ?? ''];
  showToast({ content: known ? i18n._(known) : explainError(error, i18n), appearance: 'error' });
}
