import { useCallback, useEffect, useRef, useState } from 'react';

/** Something that is read from the server for a part of a page. */
export type Loaded<T> =
  | { readonly kind: 'loading' }
  | { readonly kind: 'ready'; readonly value: T }
  | { readonly kind: 'failed' };

export interface LoadedControl<T> {
  readonly state: Loaded<T>;
  /**
   * Reads again; the current data stays until the answer arrives. During a pending request it runs after it, so that
   * frequent reloads over a slow connection still show something.
   */
  readonly reload: () => void;
  /** Shows something that an answer has brought. */
  readonly show: (value: T) => void;
}

/** Reads once per `key`, and again with `reload`. @param load must not change anything */
export function useLoaded<T>(key: string, load: (signal: AbortSignal) => Promise<T>): LoadedControl<T> {
  const [state, setState] = useState<Loaded<T>>({ kind: 'loading' });
  const [attempt, setAttempt] = useState(0);
  const reading = useRef({ isOn: false, isWantedAgain: false });
  useEffect(() => {
    const stop = new AbortController();
    const own = { isOn: true, isWantedAgain: false };
    reading.current = own;
    const end = () => {
      own.isOn = false;
      if (own.isWantedAgain && !stop.signal.aborted) setAttempt((n) => n + 1);
    };
    load(stop.signal)
      .then(
        (value) => stop.signal.aborted || setState({ kind: 'ready', value }),
        () => stop.signal.aborted || setState((old) => (old.kind === 'ready' ? old : { kind: 'failed' })),
      )
      .finally(end);
    return () => stop.abort();
    // oxlint-disable-next-line react/exhaustive-deps -- the key says when to read again
  }, [key, attempt]);
  return {
    state,
    reload: useCallback(() => {
      if (reading.current.isOn) reading.current.isWantedAgain = true;
      else setAttempt((n) => n + 1);
    }, []),
    show: useCallback((value: T) => setState({ kind: 'ready', value }), []),
  };
}
