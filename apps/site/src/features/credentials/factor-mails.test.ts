import { systemClock } from '@klieg/kernel';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { TEST_PASSWORD, useTestSite } from '../../app/testing-site.ts';
import { mailsTo, mailTo } from './testing-mail-store.ts';
import { switchOn } from '../second-factor/testing-app.ts';
import { makeTestPasskey } from '../second-factor/testing-passkey.ts';

const site = await useTestSite();
const ORIGIN = site.url.replace('127.0.0.1', 'localhost');

/** Somebody whose address is confirmed, or not. */
const joinWithMail = async (isConfirmed = true) => {
  const member = await site.join();
  await sql`update accounts set email_confirmed = ${isConfirmed} where id = ${member.id}`.execute(
    site.database.kysely,
  );
  const address = `${member.username}@example.org`;
  return {
    member,
    address,
    told: (subject: string, count = 1) => mailTo(site.database, address, subject, count),
  };
};
type Somebody = Awaited<ReturnType<typeof joinWithMail>>;
/** What somebody was told of these things; a new account has got a mail about its address before. */
const factorMails = async ({ address }: Somebody) =>
  (await mailsTo(site.database, address)).filter(({ subject }) => /passkey|code/u.test(subject));
const addPasskey = async ({ member }: Somebody, name: string) => {
  const { challenge_id, options } = await member.call('beginPasskeyRegistration', { body: {} });
  const credential = makeTestPasskey(ORIGIN).create(options);
  return (await member.call('registerPasskey', { body: { challenge_id, credential, name } })).id;
};

test('a passkey that comes or goes is told by mail, with its name and where to take it away', async () => {
  const owner = await joinWithMail();
  const id = await addPasskey(owner, 'Laptop');
  const added = await owner.told('A passkey was added to your account');
  expect(added.text).toContain('“Laptop”');
  expect(added.text).toContain('/account/settings/security');
  expect(added.text).toContain('/login?modal=forgot-password');
  await owner.member.call('deletePasskey', { params: { id } });
  expect((await owner.told('A passkey was removed from your account')).text).toContain('“Laptop”');
});

test('an app that comes or goes and new recovery codes are told, each once', async () => {
  const owner = await joinWithMail();
  await switchOn(owner.member, systemClock);
  await owner.told('Your account asks for a code from now on');
  const { recovery_codes: codes } = await owner.member.call('renewRecoveryCodes', { body: {} });
  await owner.told('You have new recovery codes');
  await owner.member.call('disableTwoFactor', { body: { code: codes[0]! } });
  await owner.told('Your account asks for no code any more');
  expect(await factorMails(owner)).toHaveLength(3);
});

test('after a change of the password the mail names the passkeys that still log in', async () => {
  const [with2, without, unconfirmed] = [
    await joinWithMail(),
    await joinWithMail(),
    await joinWithMail(false),
  ];
  await addPasskey(with2, 'Laptop');
  await addPasskey(with2, 'Phone');
  await addPasskey(unconfirmed, 'Laptop');
  const body = { current_password: TEST_PASSWORD, password: 'another long enough phrase' };
  for (const { member } of [with2, without, unconfirmed]) await member.call('changePassword', { body });
  expect((await with2.told('Your password was changed')).text).toContain('Laptop, Phone');
  expect((await without.told('Your password was changed')).text).not.toContain('passkey');
  expect((await unconfirmed.told('Your password was changed')).text).not.toContain('Laptop');
});

test('an address that nobody has confirmed is told nothing, since it may be that of somebody else', async () => {
  const [unconfirmed, told] = [await joinWithMail(false), await joinWithMail()];
  for (const somebody of [unconfirmed, told]) await addPasskey(somebody, 'Laptop');
  await told.told('A passkey was added to your account');
  expect(await factorMails(unconfirmed)).toEqual([]);
});

test('a passkey that was refused tells nothing', async () => {
  const [owner, told] = [await joinWithMail(), await joinWithMail()];
  const { challenge_id, options } = await owner.member.call('beginPasskeyRegistration', { body: {} });
  const credential = makeTestPasskey(ORIGIN).create(options, { origin: 'https://klieg.example' });
  await owner.member
    .call('registerPasskey', { body: { challenge_id, credential, name: 'Laptop' } })
    .catch(() => undefined);
  await addPasskey(told, 'Laptop');
  await told.told('A passkey was added to your account');
  expect(await factorMails(owner)).toEqual([]);
});
