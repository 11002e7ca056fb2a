import type { KeyboardEvent } from 'react';

/** Left and right go between the buttons of one line, so that not each of them is a stop of the tab key. */
export function moveInLine(event: KeyboardEvent<HTMLElement>): void {
  const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
  const line = event.currentTarget.closest('.message');
  if (step === 0 || !line || event.altKey || event.ctrlKey || event.metaKey) return;
  const buttons = [...line.querySelectorAll('button')];
  const next = buttons[buttons.findIndex((button) => button === event.currentTarget) + step];
  if (!next) return;
  event.preventDefault();
  next.focus();
}
