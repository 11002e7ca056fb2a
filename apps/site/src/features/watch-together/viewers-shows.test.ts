import { uuidv7 } from '@klieg/kernel';
import { expect, test } from 'vitest';
import { inRoom, makeShowSteps } from '../../app/testing-shows-store.ts';
import { codeOf, useTestSite } from '../../app/testing-site.ts';
import { makeWatchSteps } from '../../app/testing-watch-store.ts';

const site = await useTestSite();
const steps = makeShowSteps(site);
const watches = makeWatchSteps(site);

test('a viewer who is logged in starts a private, a spy look and watching together; a guest starts none of them (MODERATION-ROLES-017)', async () => {
  const { model, viewer, page } = await watches.running(
    {},
    await steps.model({ private_cost: 60, spy_cost: 12 }),
  );
  const mediaId = await watches.record(model);
  const spy = await site.join({ tokens: 500 });
  const spyPage = await steps.enter(spy, model);

  // The private of `viewer` runs: what was asked for has begun.
  expect(await steps.spy(spy, model)).toMatchObject({ status: 1, cost_per_minute: 12 });
  await spyPage.waitFor('v3.room.snapshot', ({ mode }) => mode === 'spy');
  await watches.propose(viewer, model, mediaId);
  await watches.control(model, model, 'play');
  expect(await page.waitFor('v3.watch.update', ({ status }) => status === 'active')).toMatchObject({
    media_id: mediaId,
  });

  const guest = await site.visit();
  const asked = { params: inRoom(model), idempotencyKey: uuidv7() };
  for (const refused of [
    () => guest.call('requestPrivate', { ...asked, body: {} } as never),
    () => guest.call('startSpy', { ...asked, body: {} } as never),
    () => guest.call('proposeWatch', { params: inRoom(model), body: { media_id: mediaId } }),
  ])
    expect(await codeOf(refused())).toBe('common.unauthenticated');
});
