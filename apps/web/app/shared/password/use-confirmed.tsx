import { type ReactNode, useState } from 'react';
import { codeOf } from '../errors/explain-error.ts';
import { ConfirmPassword } from './confirm-password.tsx';

/**
 * Does what may need the password again: where it is asked for, the same is done once more after it.
 * @param onError hears what else went wrong
 */
export function useConfirmed(onError: (error: unknown) => void): {
  /** Stands in place of everything else while the password is asked for. */
  readonly question: ReactNode;
  /** Never rejects. */
  readonly run: (act: () => Promise<unknown>) => Promise<void>;
} {
  const [waiting, setWaiting] = useState<() => Promise<unknown>>();
  const run = async (act: () => Promise<unknown>): Promise<void> => {
    try {
      await act();
    } catch (error) {
      if (codeOf(error) === 'common.sudo_required') setWaiting(() => act);
      else onError(error);
    }
  };
  const question = waiting && (
    <ConfirmPassword
      onConfirmed={() => {
        setWaiting(undefined);
        void run(waiting);
      }}
      onClose={() => setWaiting(undefined)}
    />
  );
  return { question, run };
}
