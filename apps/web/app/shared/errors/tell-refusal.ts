import { showToast } from '@klieg/ui';
import type { I18n } from '@lingui/core';
import { explainError, type Sentences } from './explain-error.ts';

export type TellRefusal = (error: unknown, i18n: I18n) => void;

/** Says why a press was refused. @param own sentences of one feature: pages without it do not fetch them */
export const tellRefusalWith =
  (own: Sentences): TellRefusal =>
  (error, i18n) =>
    void showToast({ content: explainError(error, i18n, own), appearance: 'error' });
