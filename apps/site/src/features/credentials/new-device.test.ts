import { makeVisitor } from '@klieg/testing';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { BEHIND_PROXY, type Member, TEST_PASSWORD, useTestSite } from '../../app/testing-site.ts';
import { mailsTo, mailTo } from './testing-mail-store.ts';

const site = await useTestSite({ env: BEHIND_PROXY });
const SUBJECT = 'New log-in to your account';
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';

/** An account that is an hour old, whose address is confirmed. */
const joinEarlier = async () => {
  const member = await site.join({ byForm: true });
  await sql`update accounts set created_at = now() - interval '1 hour', email_confirmed = true
    where id = ${member.id}`.execute(site.database.kysely);
  return member;
};
const addressOf = ({ username }: Member) => `${username}@example.org`;
const logInAt = async (member: Member, url = site.url) => {
  const visitor = makeVisitor(url, { country: 'PT' });
  await visitor.arrive();
  await visitor.fetch('/api/v1/auth/login', {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-csrf-token': visitor.csrf,
      'user-agent': FIREFOX,
    },
    body: JSON.stringify({ login: member.username, password: TEST_PASSWORD }),
  });
  // The log-in has changed the token of its cookie.
  await visitor.arrive();
  return visitor;
};
const countOf = async (member: Member) =>
  (await mailsTo(site.database, addressOf(member))).filter(({ subject }) => subject === SUBJECT).length;

test('a log-in from a browser that is new to the account is told by mail, once for each browser', async () => {
  const member = await joinEarlier();
  const visitor = await logInAt(member);
  const { text } = await mailTo(site.database, addressOf(member), SUBJECT);
  expect(text).toContain('Firefox, Linux, Portugal');
  expect(text).toContain('/login?modal=forgot-password');
  // The same browser again, and that in which the account was made, are known.
  await visitor.call('logout', { body: {} });
  await visitor.arrive();
  await visitor.login(member.username, TEST_PASSWORD);
  await member.call('logout', { body: {} });
  await member.arrive();
  await member.login(member.username, TEST_PASSWORD);
  // Another one is told of: by then mails of both would have come.
  await logInAt(member);
  await mailTo(site.database, addressOf(member), SUBJECT, 2);
  expect(await countOf(member)).toBe(2);
});

test('nothing is told of an account that was just made, nor to an address that nobody has confirmed', async () => {
  const [fresh, unconfirmed, told] = [await site.join(), await joinEarlier(), await joinEarlier()];
  await sql`update accounts set email_confirmed = true where id = ${fresh.id}`.execute(site.database.kysely);
  await sql`update accounts set email_confirmed = false where id = ${unconfirmed.id}`.execute(
    site.database.kysely,
  );
  for (const member of [fresh, unconfirmed, told]) await logInAt(member);
  await mailTo(site.database, addressOf(told), SUBJECT);
  expect([await countOf(fresh), await countOf(unconfirmed)]).toEqual([0, 0]);
});
