import { type ReactNode, useState } from 'react';
import { codeOf } from '../errors/explain-error.ts';
import { ConfirmPassword } from './confirm-password.tsx';

/**
 * Does something that may need the password again: if it is asked for, the same is repeated after it.
 * @param onError gets other errors
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
