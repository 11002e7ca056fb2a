import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { codeOf, type Member, useTestSite } from '../../app/testing-site.ts';
import { openApplicants } from '../../app/testing-applicant-store.ts';

const site = await useTestSite({ env: { IDENTITY_REVIEWERS: '2' } });
const applicants = openApplicants(site);

test('where the operator asks for two, the second has to be another person, and one is enough to refuse (common.second_person_needed)', async () => {
  const [anna, ben] = [
    await site.join({ roles: ['model_admin'] }),
    await site.join({ roles: ['model_admin'] }),
  ];
  const model = await applicants.fill();
  await applicants.submit(model);
  const { id } = (await applicants.waitingOf(model, anna))!;
  const decide = (by: Member, body: object) =>
    by.call('decideReview', { params: { id }, body: body as never });
  expect(await decide(anna, { decision: 'approve' })).toEqual({ status: 1, state: 'waiting' });
  expect(await codeOf(decide(anna, { decision: 'approve' }))).toBe('common.second_person_needed');
  expect((await applicants.waitingOf(model, ben))?.first_decision).toMatchObject({
    username: anna.username,
  });
  expect(await codeOf(model.call('startBroadcast', { body: { streaming_tech: 'webrtc' } }))).toBe(
    'broadcast.not_approved',
  );
  expect(await decide(ben, { decision: 'approve' })).toEqual({ status: 1, state: 'approved' });
  const { rows } = await sql<{ actor: string; action: string }>`
    select actor, action from audit_entries where target = ${`account:${model.id}`} order by number`.execute(
    site.database.kysely,
  );
  expect(rows).toEqual([
    { actor: anna.username, action: 'application.waiting' },
    { actor: ben.username, action: 'application.approved' },
  ]);

  const other = await applicants.fill();
  await applicants.submit(other);
  const waiting = (await applicants.waitingOf(other, anna))!;
  const body = { decision: 'reject', note: 'Not readable.' } as never;
  expect(await anna.call('decideReview', { params: { id: waiting.id }, body })).toMatchObject({
    state: 'rejected',
  });
});
