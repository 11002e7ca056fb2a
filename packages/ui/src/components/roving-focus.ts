import type { KeyboardEvent } from 'react';

const STEPS: Readonly<Record<string, (at: number, count: number) => number>> = {
  ArrowRight: (at, count) => (at + 1) % count,
  ArrowDown: (at, count) => (at + 1) % count,
  ArrowLeft: (at, count) => (at - 1 + count) % count,
  ArrowUp: (at, count) => (at - 1 + count) % count,
  Home: () => 0,
  End: (_, count) => count - 1,
};

/**
 * Arrow keys, Home and End go round the buttons of a row, which is one stop of the tab key.
 * @param what whether what gets the focus is chosen by that
 */
export function moveInRow(
  event: KeyboardEvent<HTMLElement>,
  rowSelector: string,
  itemSelector: string,
  what: 'choose' | 'focus' = 'choose',
): void {
  const step = STEPS[event.key];
  const row = event.currentTarget.closest(rowSelector);
  if (!step || !row || event.altKey || event.ctrlKey || event.metaKey) return;
  // What this width does not show takes no focus, and would end the way round.
  const items = [...row.querySelectorAll<HTMLElement>(itemSelector)].filter(
    (item) => getComputedStyle(item).display !== 'none',
  );
  const rtl = getComputedStyle(row).direction === 'rtl' && event.key.startsWith('Arrow');
  const at = items.indexOf(event.currentTarget);
  const next = step(at, items.length);
  const target = items[rtl ? (2 * at - next + 2 * items.length) % items.length : next];
  event.preventDefault();
  target?.focus();
  if (what === 'choose') target?.click();
}
