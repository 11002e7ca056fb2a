import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';

const TYPED = 'input, textarea, select, [contenteditable], [role=dialog]:not([data-feed])';
const PRESSED = 'button, a[href], [role=tab]';

export interface Stage {
  /** The current screen, from 0. */
  readonly index: number;
  /** Scrolls this many screens forward; back if negative. */
  readonly go: (by: number) => void;
  /** Jumps to the first one. */
  readonly toStart: () => void;
  readonly onScroll: () => void;
}

const isStill = (): boolean => matchMedia('(prefers-reduced-motion: reduce)').matches;

/**
 * Screens of equal height below each other: tracks the current one, and moves to others.
 * @param count of the rooms; when it changes the same position stays in view, with whatever room is there now
 */
export function useStage(scroller: RefObject<HTMLElement | null>, count: number): Stage {
  const [index, setIndex] = useState(0);
  const shown = useRef(0);
  const onScroll = useCallback(() => {
    const element = scroller.current;
    if (!element || element.clientHeight === 0) return;
    shown.current = Math.round(element.scrollTop / element.clientHeight);
    setIndex(shown.current);
  }, [scroller]);
  const go = useCallback(
    (by: number) => {
      const element = scroller.current;
      if (!element) return;
      const to = Math.max(0, shown.current + by);
      element.scrollTo({ top: to * element.clientHeight, behavior: isStill() ? 'auto' : 'smooth' });
    },
    [scroller],
  );
  const toStart = useCallback(() => {
    shown.current = 0;
    setIndex(0);
    scroller.current?.scrollTo({ top: 0, behavior: 'instant' });
  }, [scroller]);
  // A browser would keep the shown element in view: the last screen, when rooms were added before it.
  useLayoutEffect(() => {
    const element = scroller.current;
    element?.scrollTo({ top: shown.current * element.clientHeight, behavior: 'instant' });
  }, [scroller, count]);
  // The height changes when a phone is turned: the same screen stays in view.
  useEffect(() => {
    const element = scroller.current;
    if (!element || !('ResizeObserver' in globalThis)) return undefined;
    const watcher = new ResizeObserver(() => {
      element.scrollTo({ top: shown.current * element.clientHeight, behavior: 'instant' });
    });
    watcher.observe(element);
    return () => watcher.disconnect();
  }, [scroller]);
  return { index, go, toStart, onScroll };
}

export interface StageKeys {
  readonly onNext: () => void;
  readonly onBack: () => void;
  readonly onPause: () => void;
  readonly onSound: () => void;
}

type Action = keyof StageKeys;

const ACTIONS: Readonly<Record<string, Action>> = {
  ArrowDown: 'onNext',
  PageDown: 'onNext',
  ArrowUp: 'onBack',
  PageUp: 'onBack',
  ' ': 'onPause',
  m: 'onSound',
  M: 'onSound',
};

/** What a key does on the feed; nothing where somebody writes, chooses or presses by it. */
export function stageAction(event: {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
  readonly defaultPrevented: boolean;
  readonly target: EventTarget | null;
}): Action | undefined {
  const { key, target } = event;
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return undefined;
  const on = target instanceof Element ? target : undefined;
  if (on?.closest(TYPED)) return undefined;
  const action = ACTIONS[key];
  return action === 'onPause' && on?.closest(PRESSED) ? undefined : action;
}

/** Arrow up and down, space and m, wherever the focus is on the page. */
export function useStageKeys(keys: StageKeys): void {
  const latest = useRef(keys);
  useEffect(() => {
    latest.current = keys;
  });
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const action = stageAction(event);
      if (!action) return;
      event.preventDefault();
      latest.current[action]();
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, []);
}
