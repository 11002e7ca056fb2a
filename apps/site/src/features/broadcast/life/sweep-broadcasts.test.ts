import { MEDIA_FACTS, type MediaFact } from '@klieg/contract/media';
import { silentLog } from '@klieg/kernel';
import { eventually } from '@klieg/testing/eventually';
import { isFullRun } from '@klieg/testing/run-length';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { type Member, useTestSite } from '#site/app/testing-site.ts';
import { decide, UNATTENDED_MS } from './broadcast-life.ts';
import { makeIngestReports } from './ingest-reports.ts';
import { makeMediaNodes } from '../media/media-nodes.ts';
import { makeModelPages } from './model-pages.ts';
import { RECONNECT_MS } from './status-rules.ts';
import { makeSweepBroadcasts } from './sweep-broadcasts.ts';
import { liveFact } from '../testing-live.ts';

const site = await useTestSite();
const { accounts, broadcasts, hub, rooms } = site.site;

const say = (fact: MediaFact) => site.bus.publish(MEDIA_FACTS, fact);
const statusOf = async ({ id }: Member) => (await rooms.get(id as never)).status;

/** A model whose encoder shows a picture. */
const goLive = async () => {
  const model = await site.join({ type: 'model' });
  const account = (await accounts.findByUsername(model.username))!;
  const { broadcastId, streamName } = await broadcasts.joinByKey(account);
  say(liveFact(model, { broadcastId, streamName }, { tech: 'obs' }));
  await eventually(async () => expect(await statusOf(model)).toBe('online'));
  return { model, told: { node: 'm1', broadcastId, streamName } };
};

test('a room that no page of its model has attended for five minutes is closed, one with a page goes on; a missing picture is waited for by the clock: S204 S206', async () => {
  const [alone, attended, lost] = [await goLive(), await goLive(), await goLive()];
  await attended.model.openRoom(await attended.model.openLobby(), attended.model.username);
  say({ kind: 'gone', ...lost.told, reason: 'silent' });
  await eventually(async () => expect(await statusOf(lost.model)).toBe('reconnecting'));

  // A second sweep beside the site's own, whose clock is set forward; what it finds is decided and not done.
  let aheadMs = 0;
  const clock = { now: () => Date.now() + aheadMs };
  const ended: string[] = [];
  const sweep = makeSweepBroadcasts({
    accounts,
    rooms,
    nodes: makeMediaNodes({ now: () => performance.now() }),
    pages: makeModelPages({ hub, clock }),
    reports: makeIngestReports(() => clock.now()),
    async run({ username }, input, beside) {
      const known = beside!.known!;
      const decision = decide(known, input, clock.now());
      if ('change' in decision && decision.change?.status === 'offline') ended.push(username);
      return known;
    },
    clock,
    log: silentLog,
    handle: () => undefined,
    onStreams: () => undefined,
  });
  await sweep();
  expect(ended).toEqual([]);
  aheadMs = RECONNECT_MS;
  await sweep();
  expect(ended).toEqual([lost.model.username]);
  aheadMs += UNATTENDED_MS;
  await sweep();
  expect(ended).toContain(alone.model.username);
  expect(ended).not.toContain(attended.model.username);
});

test('what is known here of a broadcast is forgotten when another site process has ended it', async () => {
  const { model, told } = await goLive();
  const health = { kbps: 900, fps: 30, width: 640, height: 480, keyframeMs: 2_000, lossPercent: 0 };
  say({ kind: 'health', ...told, ...health, viewers: 0, warnings: [] });
  await eventually(() => expect(broadcasts.healthOf(told.broadcastId)).toMatchObject(health));
  expect(broadcasts.renditionsOf(told.broadcastId)).toEqual(['source']);
  await sql`update rooms set status = 'offline', broadcast_id = null, stream_name = null
    where account_id = ${model.id}`.execute(site.database.kysely);
  await eventually(() => {
    expect(broadcasts.healthOf(told.broadcastId)).toBeUndefined();
    expect(broadcasts.renditionsOf(told.broadcastId)).toEqual([]);
  });
});

test.runIf(isFullRun)(
  'a picture that is delivered and was not heard of is shown all the same: S202 S205',
  async () => {
    const { model } = await goLive();
    // As if what media said could not be written.
    await sql`update rooms set status = 'reconnecting', previous_status = 'online', gone_at = now()
    where account_id = ${model.id}`.execute(site.database.kysely);
    await eventually(async () => expect(await statusOf(model)).toBe('online'));
  },
);
