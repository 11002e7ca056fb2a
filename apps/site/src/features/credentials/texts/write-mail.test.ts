import { locale } from '@klieg/contract';
import { expect, test } from 'vitest';
import { german } from './de.ts';
import { english } from './en.ts';
import { writeAccountMail } from './write-mail.ts';

const placesOf = ({ subject, text }: { readonly subject: string; readonly text: string }) =>
  [...`${subject} ${text}`.matchAll(/\{\w+\}/g)].map(([place]) => place).toSorted();

const mail = {
  code: 'reset_password',
  params: { username: 'ada', url: 'https://klieg.example/reset/abc' },
} as const;

test('a mail is written in the language of its reader, with its link on a line of its own', () => {
  expect(writeAccountMail(mail, 'de').subject).toBe('Neues Passwort setzen');
  for (const one of locale.options) {
    const { text } = writeAccountMail(mail, one);
    expect(text).toContain('ada');
    expect(text.split('\n')).toContain('https://klieg.example/reset/abc');
  }
});

test('a language without a text says it in English', () => {
  for (const one of locale.options.filter((name) => name !== 'de'))
    expect(writeAccountMail(mail, one)).toEqual(writeAccountMail(mail, 'en'));
});

test('German names the same parameters as English', () => {
  for (const [code, text] of Object.entries(german))
    expect([code, placesOf(text).filter((place, i, all) => all.indexOf(place) === i)]).toEqual([
      code,
      placesOf(english[code as keyof typeof english]).filter((place, i, all) => all.indexOf(place) === i),
    ]);
});
