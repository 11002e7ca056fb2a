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

const LOADING = { kind: 'loading' } as const;

/**
 * Reads once per `key`, and again with `reload`. What was read for another key stays until the answer arrives, but not
 * when there is none: it would pass for what was asked for.
 * @param key names what is read: whose list, which filter
 * @param load must not change anything
 * @param version reads again when it changes; like a reload, it keeps what is there when that fails
 */
export function useLoaded<T>(
  key: string,
  load: (signal: AbortSignal) => Promise<T>,
  version: string | number = '',
): LoadedControl<T> {
  const [held, setHeld] = useState<{ readonly key: string; readonly loaded: Loaded<T> }>({
    key,
    loaded: LOADING,
  });
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
    const fail = () =>
      setHeld((old) =>
        old.key === key && old.loaded.kind === 'ready' ? old : { key, loaded: { kind: 'failed' } },
      );
    load(stop.signal)
      .then(
        (value) => stop.signal.aborted || setHeld({ key, loaded: { kind: 'ready', value } }),
        () => stop.signal.aborted || fail(),
      )
      .finally(end);
    return () => stop.abort();
    // oxlint-disable-next-line react/exhaustive-deps -- the key and the version say when to read again
  }, [key, version, attempt]);
  // That another key failed says nothing about this one.
  const isOfOther = held.loaded.kind === 'failed' && held.key !== key;
  return {
    state: isOfOther ? LOADING : held.loaded,
    reload: useCallback(() => {
      if (reading.current.isOn) reading.current.isWantedAgain = true;
      else setAttempt((n) => n + 1);
    }, []),
    show: useCallback((value: T) => setHeld({ key, loaded: { kind: 'ready', value } }), [key]),
  };
}
