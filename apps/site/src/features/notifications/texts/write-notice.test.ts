import { locale } from '@klieg/contract';
import { expect, test } from 'vitest';
import { german } from './de.ts';
import { english } from './en.ts';
import { writeNotice } from './write-notice.ts';

const placesOf = ({ title, body }: { readonly title: string; readonly body: string }) =>
  [...`${title} ${body}`.matchAll(/\{\w+\}/g)].map(([place]) => place).toSorted();

test('a notice is said in the language of its reader, with what it is about', () => {
  const params = { username: 'ada' };
  expect(writeNotice('unban_granted', params, 'en')).toEqual({
    title: 'You may come back',
    body: 'ada has lifted your ban',
  });
  expect(writeNotice('unban_granted', params, 'de')).toEqual({
    title: 'Du darfst zurückkommen',
    body: 'ada hat deine Sperre aufgehoben',
  });
});

test('a language without a sentence says it in English', () => {
  const inEnglish = writeNotice('follower_nameless', {}, 'en');
  for (const one of locale.options.filter((name) => name !== 'de'))
    expect(writeNotice('follower_nameless', {}, one)).toEqual(inEnglish);
});

test('what somebody has written is quoted as it is, whatever it looks like', () => {
  const text = '{name} $& {text} {username}';
  expect(writeNotice('pm_new', { name: 'ada', text }, 'de')?.body).toBe(text);
});

test('a code that nobody knows has no words, also where an object has something of that name', () => {
  for (const code of ['sent_by_a_newer_edition', 'constructor', '__proto__'])
    expect(writeNotice(code, {}, 'en')).toBeUndefined();
});

test('German names the same parameters as English', () => {
  for (const [code, text] of Object.entries(german))
    expect([code, placesOf(text)]).toEqual([code, placesOf(english[code as keyof typeof english])]);
});
