import { showToast } from '@klieg/ui';
import type { I18n, MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { codeOf, explainError } from '../../shared/errors/explain-error.ts';

/** Refusals of the schedule alone; pages without one do not fetch their texts. */
const sentences: Readonly<Record<string, MessageDescriptor>> = {
  'schedule.full': msg`You have announced 20 streams. Remove one first.`,
  'schedule.not_to_come': msg`Choose a date and time that is still to come.`,
  'schedule.too_far': msg`Choose a date within a year from now.`,
  'schedule.stream_gone': msg`This stream is not announced any more.`,
  'schedule.date_gone': msg`The stream no longer takes place on that day.`,
  'schedule.reminders_full': msg`You are reminded of 200 streams. Switch one off first.`,
};

/** Why a press was refused, in one sentence. */
export function explainSchedule(error: unknown, i18n: I18n): string {
  const known = sentences[codeOf(error) ?? ''];
  return known ? i18n._(known) : explainError(error, i18n);
}

/** Says why a press was refused. */
export const tellRefusal = (error: unknown, i18n: I18n): void =>
  void showToast({ content: explainSchedule(error, i18n), appearance: 'error' });
