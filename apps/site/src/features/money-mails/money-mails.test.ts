import { uuidv7 } from '@klieg/kernel';
import { HOUR_MS } from '@klieg/kernel/time';
import { eventually } from '@klieg/testing/eventually';
import { isFullRun } from '@klieg/testing/run-length';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { CARDS, putCard } from '../../app/testing-card.ts';
import { codeOf, type Member, useTestSite } from '../../app/testing-site.ts';

/* Who is mailed about money that nobody presses a button for, and how often. */

const site = await useTestSite({ env: { POSTPAY_AFTER_DAYS: '0', POSTPAY_AFTER_PURCHASES: '1' } });
const { kysely } = site.database;
const model = await site.join({ type: 'model', username: 'iris_hale' });

async function confirmed(): Promise<Member> {
  const member = await site.join();
  await sql`update accounts set email_confirmed = true where id = ${member.id}`.execute(kysely);
  return member;
}
const tip = (member: Member, amount: number) =>
  member.call('sendTip', { params: { id: String(model.id) }, body: { amount }, idempotencyKey: uuidv7() });
const look = async () => {
  await site.site.settled();
  await site.site.doChores();
  await site.site.settled();
};
/** Subjects of the mails to somebody about their money. */
const mailsTo = async (member: Member): Promise<{ subject: string; text: string }[]> => {
  const { rows } = await sql<{ subject: string; text: string }>`
    select k.subject, k.text from kept_mails k join accounts a on a.email = k."to"
    where a.id = ${member.id} and k.text not like '%/confirm/%' order by k.id`.execute(kysely);
  return rows;
};
/** Waits until nothing is left to be mailed. */
const mailed = () =>
  eventually(async () => {
    await site.site.settled();
    const { rows } =
      await sql`select 1 from jobs.job where name = 'money-mails' and state <> 'completed'`.execute(kysely);
    expect(rows).toEqual([]);
  });
const subjectsTo = async (member: Member) => (await mailsTo(member)).map(({ subject }) => subject);

/** Somebody with a line of credit whose card is declined from its second charge on, and who owes. */
async function debtor(member: Member): Promise<Member> {
  const cardId = await putCard(member, CARDS.declinedLater);
  await member.call('enablePostpay', { body: { card_id: cardId, limit_cents: 5_000 } });
  await tip(member, 120);
  return member;
}
const settle = (member: Member) =>
  codeOf(member.call('settlePostpay', { body: {}, idempotencyKey: uuidv7() }));

test.runIf(isFullRun)(
  'who becomes past due is mailed what and when once, however often it is tried again',
  async () => {
    const member = await debtor(await confirmed());
    expect(await settle(member)).toBe('billing.declined');
    expect(await settle(member)).toBe('billing.declined');
    await look();
    await mailed();
    const mails = await mailsTo(member);
    expect(mails.map(({ subject }) => subject)).toEqual(['Your card was declined']);
    expect(mails[0]!.text).toContain('$10.00');
    expect(mails[0]!.text).toContain('charged again on');
    expect(mails[0]!.text).toMatch(/\n\nhttp:\/\/\S+\/account\/tokens$/u);
  },
);

test('an address that is not confirmed is told nothing', async () => {
  const member = await debtor(await confirmed());
  await sql`update accounts set email_confirmed = false where id = ${member.id}`.execute(kysely);
  expect(await settle(member)).toBe('billing.declined');
  await look();
  await mailed();
  expect(await subjectsTo(member)).toEqual([]);
});

test('a mail is in the language of its reader', async () => {
  const member = await debtor(await confirmed());
  await member.call('saveSettings', { body: { locale: 'de' } });
  expect(await settle(member)).toBe('billing.declined');
  await mailed();
  await eventually(async () => expect(await subjectsTo(member)).toEqual(['Deine Karte wurde abgelehnt']));
});

test.runIf(isFullRun)(
  'whose automatic purchases are declined twice is mailed once that they are off',
  async () => {
    const member = await confirmed();
    const cardId = await putCard(member, CARDS.declinedLater);
    const lobby = await member.openLobby();
    const choice = {
      enabled: true,
      internal_id: 'tokens_50',
      below: 20,
      card_id: cardId,
      max_per_day: 3,
      max_cents_per_month: 20_000,
      disabled_by_user: false,
    };
    await member.call('saveSettings', { body: { auto_re_ups: JSON.stringify(choice) } });
    await look();
    await tip(member, 1);
    await lobby.waitFor('v3.reUp.update', ({ errorType }) => errorType === 'declined');
    await mailed();
    expect(await subjectsTo(member)).toEqual([]);
    await tip(member, 1);
    await lobby.waitFor('v3.reUp.update', ({ errorType }) => errorType === 'disabled');
    await look();
    await look();
    await mailed();
    await eventually(async () =>
      expect(await subjectsTo(member)).toEqual(['Automatic purchases are switched off']),
    );

    // A package that is dearer than agreed to ends them as well, and says so.
    const card = await putCard(member, CARDS.good);
    const again = { ...choice, card_id: card };
    await member.call('saveSettings', { body: { auto_re_ups: JSON.stringify(again) } });
    await look();
    await sql`update products set amount_cents = 600 where internal_id = 'tokens_50'`.execute(kysely);
    await tip(member, 1);
    await eventually(async () => {
      await look();
      expect(await subjectsTo(member)).toHaveLength(2);
    });
    await mailed();
    expect((await mailsTo(member))[1]!.text).toContain('no longer sold as it was');
    await sql`update products set amount_cents = 500 where internal_id = 'tokens_50'`.execute(kysely);
  },
);

/** Makes somebody a member whose end is so far away. */
const makeMember = (member: Member, endsInMs: number) =>
  sql`insert into memberships (account_id, membership, ends_at, is_running, auto_renew, renewal_cents, next_try_at)
    values (${member.id}, 'vip', ${new Date(Date.now() + endsInMs)}, true, true, 2999, now())`.execute(
    kysely,
  );
const tryAgain = (member: Member, endsInMs: number) =>
  sql`update memberships set next_try_at = now(), ends_at = ${new Date(Date.now() + endsInMs)}
    where account_id = ${member.id}`.execute(kysely);

test('a member is mailed each time that the renewal is refused, and once when it ends, with the reason', async () => {
  const member = await confirmed();
  await makeMember(member, 20 * HOUR_MS);
  await look();
  await look();
  await mailed();
  await eventually(async () =>
    expect(await subjectsTo(member)).toEqual(['Your membership could not be renewed']),
  );
  expect((await mailsTo(member))[0]!.text).toContain('VIP membership, $29.99');
  await tryAgain(member, -4 * HOUR_MS);
  await look();
  await mailed();
  expect(await subjectsTo(member)).toHaveLength(2);
  await tryAgain(member, -52 * HOUR_MS);
  await look();
  await look();
  await mailed();
  const mails = await mailsTo(member);
  expect(mails.map(({ subject }) => subject)).toEqual([
    'Your membership could not be renewed',
    'Your membership could not be renewed',
    'Your membership has ended',
  ]);
  expect(mails[2]!.text).toContain('since your card was declined');
});

test('who has canceled is mailed at the end alone', async () => {
  const member = await confirmed();
  await makeMember(member, 20 * HOUR_MS);
  await member.call('cancelMembership', { body: {} });
  await look();
  await mailed();
  expect(await subjectsTo(member)).toEqual([]);
  await tryAgain(member, -HOUR_MS);
  await look();
  await mailed();
  await eventually(async () => expect(await subjectsTo(member)).toEqual(['Your membership has ended']));
  expect((await mailsTo(member))[0]!.text).not.toContain('declined');
});
