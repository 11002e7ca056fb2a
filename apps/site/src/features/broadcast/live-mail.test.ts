import { expect, test } from 'vitest';
import { writeLiveMail } from './live-mail.ts';

const mail = { name: 'Ada', url: 'http://x/ada', settingsUrl: 'http://x/s' };

test('the mail to a follower is in their language, else in English, with both addresses (SETTINGS-016)', () => {
  expect(writeLiveMail(mail, 'en').subject).toBe('Ada is live');
  expect(writeLiveMail(mail, 'de').subject).toBe('Ada ist live');
  expect(writeLiveMail(mail, 'nl')).toEqual(writeLiveMail(mail, 'en'));
  for (const locale of ['en', 'de'] as const) {
    expect(writeLiveMail(mail, locale).text).toContain('\n\nhttp://x/ada\n\n');
    expect(writeLiveMail(mail, locale).text).toMatch(/: http:\/\/x\/s$/);
  }
});
