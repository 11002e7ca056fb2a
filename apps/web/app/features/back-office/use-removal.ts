import { useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { explainError } from '../../shared/errors/explain-error.ts';
import { openModal } from '../../shared/modal/modal-store.ts';

/** Asks, then removes something of the back office; shows a failure. */
export function useRemoval(onDone: () => void): {
  readonly failure: string | undefined;
  readonly ask: (
    about: { readonly title: string; readonly text: string },
    remove: () => Promise<unknown>,
  ) => void;
} {
  const { t, i18n } = useLingui();
  const [failure, setFailure] = useState<string>();
  return {
    failure,
    ask: ({ title, text }, remove) =>
      openModal('confirm', {
        title,
        text,
        yes: t`Remove`,
        onYes: () => {
          setFailure(undefined);
          remove().then(onDone, (error: unknown) => setFailure(explainError(error, i18n)));
        },
      }),
  };
}
