import { useState } from 'react';
import { codeOf } from '../../shared/errors/explain-error.ts';
import { useLoaded } from '../../shared/use-loaded.ts';

/** What a page of the back office has been answered. */
export type DeskAnswer<T> =
  | { readonly kind: 'loading' }
  | { readonly kind: 'ready'; readonly value: T }
  /** The password has to be given again first. */
  | { readonly kind: 'locked' }
  /** It does not exist, or its address is invalid. */
  | { readonly kind: 'missing' }
  | { readonly kind: 'failed' };

export interface Desk<T> {
  readonly answer: DeskAnswer<T>;
  readonly reload: () => void;
}

const REFUSALS: Readonly<Record<string, 'locked' | 'missing'>> = {
  'common.sudo_required': 'locked',
  'common.not_found': 'missing',
  'common.invalid_input': 'missing',
};

/** Reads something that only staff with a password given lately may read. @param load must not change anything */
export function useDesk<T>(key: string, load: (signal: AbortSignal) => Promise<T>): Desk<T> {
  const [refused, setRefused] = useState<'locked' | 'missing'>();
  const { state, reload } = useLoaded(key, (signal) =>
    load(signal).then(
      (value) => {
        setRefused(undefined);
        return value;
      },
      (error: unknown) => {
        setRefused(REFUSALS[codeOf(error) ?? '']);
        throw error;
      },
    ),
  );
  return { answer: refused ? { kind: refused } : state, reload };
}
