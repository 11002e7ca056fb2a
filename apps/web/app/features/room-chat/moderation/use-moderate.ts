import type { I18n } from '@lingui/core';
import { showToast } from '@klieg/ui';
import { useLingui } from '@lingui/react/macro';
import { useCallback } from 'react';
import { codeOf, explainError } from '#app/shared/errors/explain-error.ts';

/** Somebody else has decided it meanwhile: the list shows it, and nothing went wrong. */
const DECIDED = new Set(['room_chat.message_gone', 'common.not_found']);

/** Runs a moderation action; refusals are shown, and the promise always resolves. */
export const moderate = (act: Promise<unknown>, i18n: I18n): Promise<void> =>
  act.then(
    () => undefined,
    (error: unknown) => {
      if (DECIDED.has(codeOf(error) ?? '')) return;
      showToast({ content: explainError(error, i18n), appearance: 'error' });
    },
  );

/** Runs acts of moderation, as `moderate` does, in the reader's language. */
export function useModerate(): (act: Promise<unknown>) => Promise<void> {
  const { i18n } = useLingui();
  return useCallback((act) => moderate(act, i18n), [i18n]);
}
