import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { type Member, useTestSite } from '../../app/testing-site.ts';

const site = await useTestSite();
const to = (member: Member) => ({ params: { username: member.username } });
const joinConfirmed = async () => {
  const member = await site.join();
  await sql`update accounts set email_confirmed = true where id = ${member.id}`.execute(site.database.kysely);
  return member;
};
const like = (who: Member, model: Member) => who.call('like', { ...to(model), body: {} });

test('the five hundredth like makes a star: the room hears it, and so does whoever comes later (CHAT-015)', async () => {
  const model = await site.join({ type: 'model' });
  const [fan, late] = [await joinConfirmed(), await joinConfirmed()];
  const flags = async () =>
    (await (await site.visit()).call('getRoom', to(model))).user.flagList.includes('sodastar');
  await sql`
    insert into model_likes (model_id, liker_id, day)
    select ${model.id}, ${fan.id}, current_date - 100 - n from generate_series(1, 499) n`.execute(
    site.database.kysely,
  );
  const page = await late.openRoom(await late.openLobby(), model.username);
  expect((await page.waitFor('v3.room.snapshot')).sodastar).toEqual({ is_sodastar: false });
  expect(await flags()).toBe(false);
  await like(fan, model);
  expect(await page.waitFor('v3.chat.sodastar')).toEqual({
    seq: expect.any(Number),
    username: model.username,
    period: 'all',
    is_sodastar: true,
  });
  expect(await flags()).toBe(true);
  const fans = await fan.openRoom(await fan.openLobby(), model.username);
  expect((await fans.waitFor('v3.room.snapshot')).sodastar).toEqual({ is_sodastar: true });
  // Likes after it are told no more: the next state of the room has the next number.
  const { seq } = await page.waitFor('v3.chat.sodastar');
  await like(late, model);
  await model.call('setSubject', { ...to(model), body: { subject: 'thank you' } });
  expect((await page.waitFor('v3.chat.subject')).seq).toBe(seq + 1);
});
