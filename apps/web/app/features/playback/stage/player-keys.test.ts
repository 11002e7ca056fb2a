import { expect, test } from 'vitest';
import { keyTarget, type KeyPress, playerAction } from './player-keys.ts';

const press = (key: string, changes: Partial<KeyPress> = {}) =>
  playerAction({ key, ctrlKey: false, metaKey: false, altKey: false, on: 'picture', ...changes });

test('keys play and pause, mute, fill the screen and turn the sound', () => {
  expect([' ', 'k', 'K', 'm', 'f', 'ArrowUp', 'ArrowDown'].map((key) => press(key))).toEqual([
    'play_pause',
    'play_pause',
    'play_pause',
    'mute',
    'full_screen',
    'louder',
    'quieter',
  ]);
  expect(press('x')).toBeUndefined();
});

test('a key belongs to the field, the button, the slider or the menu that has the focus', () => {
  expect(press('m', { on: 'writing' })).toBeUndefined();
  expect(press('f', { on: 'menu' })).toBeUndefined();
  expect(press(' ', { on: 'button' })).toBeUndefined();
  expect(press('m', { on: 'button' })).toBe('mute');
  expect(press('ArrowUp', { on: 'slider' })).toBeUndefined();
  expect(press('k', { on: 'slider' })).toBe('play_pause');
});

test('what is pressed together with Ctrl, Alt or Command is the browser’s', () => {
  expect(press('f', { ctrlKey: true })).toBeUndefined();
  expect(press('k', { metaKey: true })).toBeUndefined();
  expect(press('m', { altKey: true })).toBeUndefined();
});

test('what has the focus is known by its kind', () => {
  document.body.innerHTML =
    '<button><i id="a"></i></button><input type="range" id="b"><input id="c"><div role="menu"><p id="d"></p></div><p id="e"></p>';
  const of = (id: string) => keyTarget(document.querySelector(`#${id}`));
  expect(['a', 'b', 'c', 'd', 'e'].map(of)).toEqual(['button', 'slider', 'writing', 'menu', 'picture']);
  expect(keyTarget(null)).toBe('picture');
});
