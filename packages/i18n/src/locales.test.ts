import { globSync, readFileSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { expect, test } from 'vitest';
import { DEFAULT_LOCALE, LOCALES, pickLocale } from './index.ts';
import { pickOf } from './locales.ts';

const OFFERED = ['en', 'de', 'fr', 'nl'] as const;

test('the own choice wins over the browser, an unknown choice does not', () => {
  expect(pickOf(OFFERED, 'fr', 'de')).toBe('fr');
  expect(pickOf(OFFERED, 'xx', 'de')).toBe('de');
});

test('the browser list is read by weight, and unknown languages fall back to the default', () => {
  expect(pickOf(OFFERED, undefined, 'pl, de-AT;q=0.7, nl;q=0.9')).toBe('nl');
  expect(pickOf(OFFERED, undefined, 'nl;q=0, pl')).toBe('en');
  expect(pickOf(OFFERED, undefined, null)).toBe('en');
});

/** A text whose translation is there; the head of a catalogue is the text without a name. */
const TRANSLATED = /^msgid "(?:[^"\\]|\\.)+"\nmsgstr "(?:[^"\\]|\\.)+"$/mu;

test('the languages that are offered are those with texts', () => {
  const written = globSync(`${import.meta.dirname}/../catalogues/*/messages.po`)
    .filter((file) => TRANSLATED.test(readFileSync(file, 'utf8')))
    .map((file) => basename(dirname(file)));
  expect(written.toSorted()).toEqual(LOCALES.toSorted());
});

test.each(['de', 'es', 'fr', 'it', 'nl', 'xx'])(
  'a choice or a browser of %s is answered in the default while there are no texts of it',
  (locale) => {
    if (LOCALES.some((offered) => offered === locale)) return;
    expect(pickLocale(locale, locale)).toBe(DEFAULT_LOCALE);
  },
);
