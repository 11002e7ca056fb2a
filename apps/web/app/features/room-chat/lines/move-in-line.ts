import type { KeyboardEvent } from 'react';

const hasModifier = ({ altKey, ctrlKey, metaKey }: KeyboardEvent): boolean => altKey || ctrlKey || metaKey;

const focusButton = (event: KeyboardEvent, button: HTMLElement | null | undefined): void => {
  if (!button) return;
  event.preventDefault();
  button.focus();
};

/** Left and right move between the buttons of one line. */
export function moveInLine(event: KeyboardEvent<HTMLElement>): void {
  const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
  const line = event.currentTarget.closest('.message');
  if (step === 0 || !line || hasModifier(event)) return;
  const buttons = [...line.querySelectorAll('button')];
  focusButton(event, buttons[buttons.findIndex((button) => button === event.currentTarget) + step]);
}

/**
 * All lines are one stop of the tab key: some hundred names would be in the way of everything after them. From there up
 * goes to the newest line with a button, up and down between lines, Home and End to the first and the last, and Escape
 * back to the list.
 */
export function moveBetweenLines(event: KeyboardEvent<HTMLElement>): void {
  if (hasModifier(event)) return;
  const box = event.currentTarget;
  const lines = [...box.querySelectorAll('.message')].filter((line) => line.querySelector('button'));
  const at = lines.findIndex((line) => line.contains(document.activeElement));
  const goTo = (line: Element | undefined) => focusButton(event, line?.querySelector('button'));
  if (at < 0) {
    if (event.key === 'ArrowUp' && document.activeElement === box) goTo(lines.at(-1));
    return;
  }
  if (event.key === 'ArrowUp') goTo(lines[Math.max(0, at - 1)]);
  else if (event.key === 'ArrowDown') goTo(lines[Math.min(lines.length - 1, at + 1)]);
  else if (event.key === 'Home') goTo(lines[0]);
  else if (event.key === 'End') goTo(lines.at(-1));
  else if (event.key === 'Escape') focusButton(event, box);
}
