import { useCallback, useState } from 'react';
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

export interface DeskControl<T> extends Desk<T> {
  /** Shows something that an answer has brought. */
  readonly show: (value: T) => void;
}

const REFUSALS: Readonly<Record<string, 'locked' | 'missing'>> = {
  'common.sudo_required': 'locked',
  'common.not_found': 'missing',
  'common.invalid_input': 'missing',
};

/** Why the last answer of the back office was refused; `noting` watches those that are read. */
export function useRefused() {
  const [refused, setRefused] = useState<'locked' | 'missing'>();
  const noting = useCallback(
    <T>(answer: Promise<T>): Promise<T> =>
      answer.then(
        (value) => {
          setRefused(undefined);
          return value;
        },
        (error: unknown) => {
          setRefused(REFUSALS[codeOf(error) ?? '']);
          throw error;
        },
      ),
    [],
  );
  return { refused, noting };
}

/** Reads something that only staff with a password given lately may read. @param load must not change anything */
export function useDesk<T>(key: string, load: (signal: AbortSignal) => Promise<T>): DeskControl<T> {
  const { refused, noting } = useRefused();
  const { state, reload, show } = useLoaded(key, (signal) => noting(load(signal)));
  return { answer: refused ? { kind: refused } : state, reload, show };
}
