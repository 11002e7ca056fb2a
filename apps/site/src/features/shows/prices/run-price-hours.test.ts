import { HOUR_MS } from '@klieg/kernel/time';
import { eventually } from '@klieg/testing/eventually';
import { isFullRun } from '@klieg/testing/run-length';
import { expect, test } from 'vitest';
import { codeOf, type Member, useTestSite } from '#site/app/testing-site.ts';
import { inRoom, makeShowSteps } from '#site/app/testing-shows-store.ts';

let aheadMs = 0;
const now = () => Date.now() + aheadMs;
const site = await useTestSite({ clock: { now } });
const steps = makeShowSteps(site);
const TO_MIDNIGHT_MS = 2 * HOUR_MS;

const roomOf = async (model: Member) =>
  (await (await site.visit()).call('getRoom', { params: inRoom(model) })).userSetting;
const save = (model: Member, body: object) => model.call('saveSettings', { body } as never);
/** The UTC hour that runs now costs more, as do its neighbours of the same day. */
const todayUntil = (minutes: number) => {
  const to = new Date(now() + minutes * 60_000).toISOString();
  const from = new Date(now() - 60_000).toISOString();
  return {
    day: new Date(now()).getUTCDay(),
    from: from.slice(0, 10) === to.slice(0, 10) ? from.slice(11, 16) : '00:00',
    to: to.slice(11, 16),
    cost: 90,
    min_minutes: 3,
  };
};
const hours = (...its: object[]) => ({ tz: 'UTC', cost: 30, min_minutes: 1, hours: its });

/** Away from midnight, so that an hour is of one day. */
const leaveMidnight = () => {
  const left = 24 * HOUR_MS - (now() % (24 * HOUR_MS));
  if (left < TO_MIDNIGHT_MS) aheadMs += left + HOUR_MS;
};

test.runIf(isFullRun)(
  'the hour that runs changes the price for the room and for whoever asks, until it ends (S6)',
  async () => {
    leaveMidnight();
    const model = await steps.model({ private_cost: 30 });
    const viewer = await site.join({ tokens: 1_000 });
    const page = await steps.enter(viewer, model);
    const hour = todayUntil(30);
    await save(model, { private_hours: hours(hour) });
    const told = await page.waitFor(
      'v3.chat.model_settings',
      ({ settings }) => settings['private_cost'] === 90 && settings['private_min_minutes'] === 3,
    );
    const until = `${new Date(now()).toISOString().slice(0, 10)}T${hour.to}:00.000Z`;
    expect(told.settings).toMatchObject({ private_until: until });
    expect(await roomOf(model)).toMatchObject({
      private_cost: 90,
      private_min_minutes: 3,
      exclusive_cost: 90,
    });
    expect(await codeOf(steps.request(viewer, model, { cost_per_minute: 30 }))).toBe('common.price_changed');
    const asked = await steps.request(viewer, model, { cost_per_minute: 90 });
    expect(asked).toMatchObject({ cost_per_minute: 90, min_minutes: 3 });

    aheadMs += 31 * 60_000;
    const usual = { private_cost: 30, private_min_minutes: 1 };
    await eventually(async () => expect(await roomOf(model)).toMatchObject(usual));
    // What was asked for at a price keeps it. A page that was silent for so long comes in again.
    const again = await steps.enter(viewer, model);
    await steps.accept(model, asked.request_id);
    steps.deliver(asked.request_id, 1);
    expect((await again.waitFor('v3.private.started')).cost_per_minute).toBe(90);
    await steps.end(viewer, model);
    const other = await site.join({ tokens: 1_000 });
    expect(await codeOf(steps.request(other, model, { cost_per_minute: 90 }))).toBe('common.price_changed');
  },
);

test('a price that is set by hand holds until the next change, and hours that are taken away change nothing more', async () => {
  leaveMidnight();
  const model = await steps.model({ private_cost: 30 });
  await save(model, { private_hours: hours(todayUntil(20)) });
  await eventually(async () => expect(await roomOf(model)).toMatchObject({ private_cost: 90 }));
  await save(model, { private_cost: 120 });
  expect(await roomOf(model)).toMatchObject({ private_cost: 120 });
  await save(model, { private_hours: null, private_cost: 42, private_min_minutes: 2 });
  aheadMs += 21 * 60_000;
  const other = await steps.model({ private_cost: 30 });
  await save(other, { private_hours: hours(todayUntil(20)) });
  await eventually(async () => expect(await roomOf(other)).toMatchObject({ private_cost: 90 }));
  const left = { private_cost: 42, private_min_minutes: 2, private_until: null };
  expect(await roomOf(model)).toMatchObject(left);
});

test.runIf(isFullRun)('an hour never costs less than it costs to look on', async () => {
  leaveMidnight();
  const model = await steps.model({ private_cost: 60, spy_cost: 30 });
  await save(model, { private_hours: { ...hours({ ...todayUntil(20), cost: 6 }), cost: 60 } });
  await eventually(async () => expect(await roomOf(model)).toMatchObject({ private_cost: 30 }));
});

test.each([
  [
    'that overlap',
    hours(...['20:00', '21:00'].map((from) => ({ ...todayUntil(1), day: 1, from, to: '22:00' }))),
  ],
  ['that end before they begin', hours({ ...todayUntil(1), from: '22:00', to: '20:00' })],
  ['of no zone', { ...hours(), tz: 'Moon/Crater' }],
  ['without number', hours(...Array.from({ length: 15 }, (_, day) => ({ ...todayUntil(1), day })))],
])('hours %s are refused', async (_what, private_hours) => {
  const model = await site.join({ type: 'model' });
  expect(await codeOf(save(model, { private_hours }))).toBe('common.invalid_input');
});
