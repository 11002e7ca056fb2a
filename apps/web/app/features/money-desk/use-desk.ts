import { useState } from 'react';
import { codeOf } from '../../shared/errors/explain-error.ts';
import { useLoaded } from '../../shared/use-loaded.ts';

/** What a page of the back office has been answered. */
export type DeskAnswer<T> =
  | { readonly kind: 'loading' }
  | { readonly kind: 'ready'; readonly value: T }
  /** The password has to be given again first. */
  | { readonly kind: 'locked' }
  | { readonly kind: 'failed' };

export interface Desk<T> {
  readonly answer: DeskAnswer<T>;
  readonly reload: () => void;
}

/** Reads something that only staff with a password given lately may read. @param load must not change anything */
export function useDesk<T>(key: string, load: (signal: AbortSignal) => Promise<T>): Desk<T> {
  const [isLocked, setLocked] = useState(false);
  const { state, reload } = useLoaded(key, (signal) =>
    load(signal).then(
      (value) => {
        setLocked(false);
        return value;
      },
      (error: unknown) => {
        if (codeOf(error) === 'common.sudo_required') setLocked(true);
        throw error;
      },
    ),
  );
  return { answer: isLocked ? { kind: 'locked' } : state, reload };
}
