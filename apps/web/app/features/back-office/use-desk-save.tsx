import { useLingui } from '@lingui/react/macro';
import { type ReactNode, useState } from 'react';
import { codeOf, explainError } from '../../shared/errors/explain-error.ts';
import { ConfirmPassword } from '../../shared/password/confirm-password.tsx';

export interface DeskSave {
  readonly isBusy: boolean;
  /** Why it was not saved, in a sentence. */
  readonly failure: string | undefined;
  /** Asks for the password in place of the form, where it has to be given again; undefined: nothing is asked. */
  readonly locked: ReactNode | undefined;
  readonly save: () => Promise<void>;
}

/** Saves something of the back office, and again once the password was given. */
export function useDeskSave(send: () => Promise<void>): DeskSave {
  const { i18n } = useLingui();
  const [isBusy, setBusy] = useState(false);
  const [isLocked, setLocked] = useState(false);
  const [failure, setFailure] = useState<string>();
  const save = async () => {
    setBusy(true);
    setFailure(undefined);
    try {
      await send();
    } catch (error) {
      if (codeOf(error) === 'common.sudo_required') setLocked(true);
      else setFailure(explainError(error, i18n));
    }
    setBusy(false);
  };
  const locked = isLocked ? (
    <ConfirmPassword
      onConfirmed={() => {
        setLocked(false);
        void save();
      }}
      onClose={() => setLocked(false)}
    />
  ) : undefined;
  return { isBusy, failure, locked, save };
}
