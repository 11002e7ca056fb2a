import { locale } from '@klieg/contract';
import { expect, test } from 'vitest';
import { german } from './de.ts';
import { english } from './en.ts';
import { writeMoneyMail } from './write-money-mail.ts';

const placesOf = ({ text }: { readonly text: string }) =>
  [...new Set([...text.matchAll(/\{\w+\}/g)].map(([place]) => place))].toSorted();
const mail = {
  code: 'renewal_refused',
  params: { level: 'super_vip', cents: 6_999, at: Date.parse('2026-11-24T23:30:00Z') },
} as const;
const reader = (one: (typeof locale.options)[number]) => ({
  locale: one,
  username: 'ada',
  url: 'https://klieg.example/account/tokens',
});

test('a mail says who, what, how much and when in the language of its reader, with its link on a line of its own', () => {
  const inEnglish = writeMoneyMail(mail, reader('en'));
  expect(inEnglish.subject).toBe('Your membership could not be renewed');
  expect(inEnglish.text).toContain('Hello ada,');
  expect(inEnglish.text).toContain('your Super VIP membership, $69.99.');
  expect(inEnglish.text).toContain('on November 24, 2026.');
  const inGerman = writeMoneyMail(mail, reader('de'));
  expect(inGerman.subject).toBe('Deine Mitgliedschaft konnte nicht verlängert werden');
  expect(inGerman.text).toContain('am 24. November 2026');
  for (const one of locale.options) {
    const { text } = writeMoneyMail(mail, reader(one));
    expect(text.split('\n')).toContain('https://klieg.example/account/tokens');
    expect(text).not.toMatch(/[{}]/u);
  }
});

test('German names the same parameters as English', () => {
  for (const [code, text] of Object.entries(german))
    expect([code, placesOf(text)]).toEqual([code, placesOf(english[code as keyof typeof english])]);
});
