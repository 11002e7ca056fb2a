import { makeVisitor } from '@klieg/testing';
import { eventually } from '@klieg/testing/eventually';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { mailTo } from '../features/credentials/testing-mail-store.ts';
import { accountMade } from '../features/identity/index.ts';
import { useSharedNodes } from './testing-shared-nodes.ts';

const { database, startNats, startNode } = await useSharedNodes();
const { kysely } = database;
const EMAIL = 'newcomer@example.org';
const PASSWORD = 'correct horse battery';

/** Of whom the rows are in which a guest has passed a check of age and was brought by an advert. */
const ownersOf = async () =>
  (
    await sql<{ checked: string; brought: string }>`
      select (select subject from age_checks) checked, (select who from visit_tracking) brought`.execute(
      kysely,
    )
  ).rows[0];

test('whoever joins has the mail, the news and what was theirs as a guest, though the process died right after the commit', async () => {
  await startNats();
  const dying = await eventually(() => startNode('a', { diesAfterFact: accountMade.name }));
  const guest = makeVisitor(dying.url);
  await guest.arrive();
  const key = `g${guest.cookies.get('guest')!.split('.')[0]}`;
  await sql`insert into age_checks (id, subject, method, jurisdiction, state, ends_at, decided_at)
    values (gen_random_uuid(), ${key}, 'face_scan', 'US-TX', 'passed', now() + interval '1 day', now())`.execute(
    kysely,
  );
  await sql`insert into visit_tracking (who, data) values (${key}, '{"advert_id": "ad-7"}')`.execute(kysely);
  const joining = guest.call('register', {
    body: {
      username: 'newcomer',
      email: EMAIL,
      password: PASSWORD,
      birth_date: '1990-05-01',
      gender: 'f',
      terms_accepted: true,
      age_confirmed: true,
      newsletter: true,
    },
  });
  await expect(joining).rejects.toThrow();
  await eventually(() => expect(dying.process.signalCode).toBe('SIGKILL'));

  const next = await startNode('b');
  const newcomer = makeVisitor(next.url);
  await newcomer.arrive();
  await newcomer.login('newcomer', PASSWORD);
  const { id } = (await newcomer.call('getCurrentUser')).user;
  await eventually(async () => expect(await ownersOf()).toEqual({ checked: `a${id}`, brought: `a${id}` }));
  await eventually(async () => {
    const { kinds } = await newcomer.call('getEmailSubscription', { query: {} });
    const wanted = kinds.filter(({ enabled }) => enabled).map(({ key: kind }) => kind);
    expect(wanted).toEqual(expect.arrayContaining(['offers', 'news']));
  });
  const { token } = await mailTo(database, EMAIL, 'Confirm your email');
  expect(await newcomer.call('confirmEmail', { body: { token } })).toMatchObject({ username: 'newcomer' });
});
