import { useCallback, useEffect, useState } from 'react';

/** Something that is read from the server for a part of a page. */
export type Loaded<T> =
  | { readonly kind: 'loading' }
  | { readonly kind: 'ready'; readonly value: T }
  | { readonly kind: 'failed' };

export interface LoadedControl<T> {
  readonly state: Loaded<T>;
  /** Reads again; what is shown stays until the answer is there. */
  readonly reload: () => void;
  /** Shows something that an answer has brought. */
  readonly show: (value: T) => void;
}

/** Reads once per `key`, and again with `reload`. @param load must not change anything */
export function useLoaded<T>(key: string, load: (signal: AbortSignal) => Promise<T>): LoadedControl<T> {
  const [state, setState] = useState<Loaded<T>>({ kind: 'loading' });
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    const stop = new AbortController();
    load(stop.signal).then(
      (value) => stop.signal.aborted || setState({ kind: 'ready', value }),
      () => stop.signal.aborted || setState((old) => (old.kind === 'ready' ? old : { kind: 'failed' })),
    );
    return () => stop.abort();
    // oxlint-disable-next-line react/exhaustive-deps -- the key says when to read again
  }, [key, attempt]);
  return {
    state,
    reload: useCallback(() => setAttempt((n) => n + 1), []),
    show: useCallback((value: T) => setState({ kind: 'ready', value }), []),
  };
}
