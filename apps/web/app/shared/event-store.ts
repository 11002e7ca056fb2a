/** State outside React, changed only by a pure reducer: one event, one update. */
export interface EventStore<S, E> {
  readonly get: () => S;
  readonly dispatch: (event: E) => void;
  /** Calls back after each change; returns the way to stop. */
  readonly subscribe: (listener: () => void) => () => void;
}

/** Makes a store; a reducer that returns the same state wakes nobody. */
export function makeEventStore<S, E>(initial: S, reduce: (state: S, event: E) => S): EventStore<S, E> {
  let state = initial;
  const listeners = new Set<() => void>();
  return {
    get: () => state,
    dispatch: (event) => {
      const next = reduce(state, event);
      if (next === state) return;
      state = next;
      for (const listener of listeners) listener();
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
