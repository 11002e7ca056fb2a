import { expect, test } from 'vitest';
import { cssOfStyle, DEFAULT_STYLE, readLineStyle, styleToSend } from './line-style.ts';

test('of a style only fonts, sizes and six-digit colours are taken (SETTINGS-011) (SETTINGS-012)', () => {
  expect(readLineStyle({ text_color: '#ff8800', font_family: 'georgia', font_size: '14px' })).toEqual({
    color: '#ff8800',
    family: 'georgia',
    size: '14px',
  });
  for (const wild of [
    undefined,
    null,
    'red',
    {},
    { text_color: 'red', font_family: 'comic sans', font_size: '99px' },
    { text_color: '#fff' },
    { text_color: '#ff8800; background: url(x)' },
    { onclick: 'x' },
  ])
    expect(readLineStyle(wild)).toBeUndefined();
});

test('a line brings along what differs from the default (SETTINGS-013)', () => {
  expect(styleToSend(DEFAULT_STYLE)).toBeUndefined();
  expect(styleToSend({ ...DEFAULT_STYLE, font_size: '18px' })).toEqual({ font_size: '18px' });
});

test('a colour stays a property, so that the theme corrects its contrast', () => {
  expect(cssOfStyle({ color: '#000000', family: 'courier', size: '9px' })).toEqual({
    '--line-color': '#000000',
    fontFamily: '"Courier New", Courier, monospace',
    fontSize: '9px',
  });
});
