import { afterEach, expect, test } from 'vitest';
import { stageAction } from './use-stage.ts';

const press = (key: string, on: Element | null = document.body, more: object = {}) =>
  stageAction({
    key,
    ctrlKey: false,
    metaKey: false,
    altKey: false,
    defaultPrevented: false,
    target: on,
    ...more,
  });
const within = (html: string): Element => {
  document.body.innerHTML = html;
  return document.body.querySelector('[data-on]')!;
};
afterEach(() => void (document.body.innerHTML = ''));

test('arrows move, space pauses and m is the sound, wherever the focus is', () => {
  expect(press('ArrowDown')).toBe('onNext');
  expect(press('ArrowUp')).toBe('onBack');
  expect(press(' ')).toBe('onPause');
  expect(press('m')).toBe('onSound');
  expect(press('x')).toBeUndefined();
});

test('keys stay with what is typed, with other dialogs, and with other programs', () => {
  expect(press('m', within('<input data-on>'))).toBeUndefined();
  expect(press('ArrowDown', within('<div role="dialog"><p data-on></p></div>'))).toBeUndefined();
  expect(press('ArrowDown', within('<div role="dialog" data-feed><p data-on></p></div>'))).toBe('onNext');
  expect(press('m', document.body, { ctrlKey: true })).toBeUndefined();
  expect(press('m', document.body, { defaultPrevented: true })).toBeUndefined();
});

test('space presses the button that has the focus, and an arrow moves on from it', () => {
  const button = within('<button data-on>Tip</button>');
  expect(press(' ', button)).toBeUndefined();
  expect(press('ArrowDown', button)).toBe('onNext');
});
