import type { I18n } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { explainError, type Sentences } from '../../shared/errors/explain-error.ts';
import { tellRefusalWith } from '../../shared/errors/tell-refusal.ts';

/** Refusals of the schedule alone; pages without one do not fetch their texts. */
const sentences: Sentences = {
  'schedule.full': msg`You have announced 20 streams. Remove one first.`,
  'schedule.not_to_come': msg`Choose a date and time that is still to come.`,
  'schedule.too_far': msg`Choose a date within a year from now.`,
  'schedule.stream_gone': msg`This stream is not announced any more.`,
  'schedule.date_gone': msg`The stream no longer takes place on that day.`,
  'schedule.reminders_full': msg`You are reminded of 200 streams. Switch one off first.`,
};

/** Why a press was refused, in one sentence. */
export const explainSchedule = (error: unknown, i18n: I18n): string => explainError(error, i18n, sentences);

/** Says why a press was refused. */
export const tellRefusal = tellRefusalWith(sentences);
