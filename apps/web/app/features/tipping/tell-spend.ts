import type { Sentences } from '../../shared/errors/explain-error.ts';
import type { TellRefusal } from '../../shared/errors/tell-refusal.ts';
import type { MissingFor } from '../../shared/modal/modal-map.ts';
import { followTip } from './follow-tip.ts';
import { followUpOf } from './send-tip.ts';

/**
 * Says why a press that spends was refused, or does what the refusal asks for.
 * @param own sentences of one feature: pages without it do not fetch them
 * @param missingFor what was to be paid, for the purchase dialog
 */
export const tellSpendWith =
  (own: Sentences, missingFor: MissingFor): TellRefusal =>
  (error, i18n) =>
    followTip(followUpOf(error), i18n, missingFor, own);
