/** State outside React, changed only by a pure reducer: one event, one update. */
export interface EventStore<S, E> {
  readonly get: () => S;
  readonly dispatch: (event: E) => void;
  /**
   * Dispatches an answer, and after it again the news that arrived while it was on its way, which an older answer would
   * undo. News carry absolute values, so a repeat changes nothing.
   */
  readonly read: (answer: Promise<E>, isNews: (event: E) => boolean) => Promise<void>;
  /** Calls back after each change; returns the way to stop. */
  readonly subscribe: (listener: () => void) => () => void;
  /** Resets to the initial state; for tests that reuse a document. */
  readonly reset: () => void;
}

/** Longest time that a page without frames, because nobody sees it, waits for the next update. */
const HIDDEN_MS = 250;

/** Shortest time between two deferrable updates, so that a busy room leaves the browser time for clicks and typing. */
const PACE_MS = 100;

/** Most events that are kept while an answer is on its way; in practice fewer arrive. */
const HEARD_MAX = 500;

/** Calls back once before the next frame, or soon if the page renders none. */
function onNextFrame(callback: () => void): void {
  let isDone = false;
  const once = () => {
    if (isDone) return;
    isDone = true;
    cancelAnimationFrame(frame);
    clearTimeout(timer);
    callback();
  };
  const timer = setTimeout(once, HIDDEN_MS);
  const frame = requestAnimationFrame(once);
}

/**
 * Makes a store; a reducer that returns the same state calls no listener.
 * @param canWait events whose listeners are called with a frame, at most ten times a second, however many come; the state itself has
 * every event at once and in order
 */
export function makeEventStore<S, E>(
  initial: S,
  reduce: (state: S, event: E) => S,
  canWait: (event: E) => boolean = () => false,
): EventStore<S, E> {
  let state = initial;
  /** Everything dispatched since each pending answer was requested. */
  const asked = new Set<E[]>();
  let isWaiting = false;
  let toldAt = -Infinity;
  const listeners = new Set<() => void>();
  const tell = () => {
    isWaiting = false;
    toldAt = performance.now();
    for (const listener of listeners) listener();
  };
  const dispatch = (event: E) => {
    for (const heard of asked) if (heard.length < HEARD_MAX) heard.push(event);
    const next = reduce(state, event);
    if (next === state) return;
    state = next;
    if (!canWait(event)) return tell();
    if (isWaiting) return;
    isWaiting = true;
    // An urgent update has already published this one.
    const draw = () => onNextFrame(() => isWaiting && tell());
    const waitMs = toldAt + PACE_MS - performance.now();
    if (waitMs > 0) setTimeout(draw, waitMs);
    else draw();
  };
  return {
    get: () => state,
    dispatch,
    read: async (answer, isNews) => {
      const heard: E[] = [];
      asked.add(heard);
      try {
        const event = await answer;
        asked.delete(heard);
        dispatch(event);
        for (const news of heard) if (isNews(news)) dispatch(news);
      } finally {
        asked.delete(heard);
      }
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    reset: () => {
      if (state === initial) return;
      state = initial;
      tell();
    },
  };
}
