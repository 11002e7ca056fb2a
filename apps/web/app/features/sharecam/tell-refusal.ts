import { showToast } from '@klieg/ui';
import type { I18n, MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { codeOf, explainError } from '../../shared/errors/explain-error.ts';

/** Refusals of shared cameras alone; pages without one do not fetch their texts. */
const sentences: Readonly<Record<string, MessageDescriptor>> = {
  'shows.sharecam_unavailable': msg`The camera cannot be shared now.`,
  'shows.already_requested': msg`Your camera is already shared. Stop it there first.`,
  'shows.request_gone': msg`This request is no longer open.`,
  'rooms.banned': msg`You cannot do this in this room.`,
};

/** Says why a press was refused. */
export function tellRefusal(error: unknown, i18n: I18n): void {
  const known = sentences[codeOf(error) ?? ''];
  showToast({ content: known ? i18n._(known) : explainError(error, i18n), appearance: 'error' });
}
