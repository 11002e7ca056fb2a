import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { moveBetweenLines, moveInLine } from './move-in-line.ts';

afterEach(cleanup);

const Line = ({ name, acts = [] }: { readonly name: string; readonly acts?: readonly string[] }) => (
  <div className="message">
    {[name, ...acts].map((text) => (
      <button key={text} type="button" tabIndex={-1} onKeyDown={moveInLine}>
        {text}
      </button>
    ))}
  </div>
);

function show(): HTMLElement {
  render(
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions, jsx-a11y/no-noninteractive-tabindex -- as the chat has it
    <div role="log" tabIndex={0} onKeyDown={moveBetweenLines}>
      <div className="message">Welcome. Be kind.</div>
      <Line name="first" />
      <Line name="second" acts={['pin', 'remove']} />
      <div className="message">somebody has left</div>
      <Line name="third" />
    </div>,
  );
  const box = screen.getByRole('log');
  box.focus();
  return box;
}

const press = (key: string, more: Partial<KeyboardEvent> = {}): string | null => {
  fireEvent.keyDown(document.activeElement!, { key, ...more });
  return document.activeElement!.textContent;
};

test('from the lines up goes to the newest with a button, then from line to line, and Escape back', () => {
  const box = show();
  expect(press('ArrowUp')).toBe('third');
  expect(press('ArrowUp')).toBe('second');
  expect(press('ArrowUp')).toBe('first');
  expect(press('ArrowUp')).toBe('first');
  expect(press('ArrowDown')).toBe('second');
  expect(press('End')).toBe('third');
  expect(press('ArrowDown')).toBe('third');
  expect(press('Home')).toBe('first');
  press('Escape');
  expect(document.activeElement).toBe(box);
});

test('left and right go between the buttons of a line, and up and down leave it from each of them', () => {
  show();
  press('ArrowUp');
  press('ArrowUp');
  expect(press('ArrowRight')).toBe('pin');
  expect(press('ArrowRight')).toBe('remove');
  expect(press('ArrowRight')).toBe('remove');
  expect(press('ArrowLeft')).toBe('pin');
  expect(press('ArrowDown')).toBe('third');
});

test('what scrolls or belongs to the browser is left to it', () => {
  const box = show();
  press('ArrowDown');
  expect(document.activeElement).toBe(box);
  press('ArrowUp', { altKey: true });
  expect(document.activeElement).toBe(box);
});
