import type { AccountId } from '@klieg/kernel';
import type { BroadcastFeature } from '../features/broadcast/index.ts';
import { makeAcceptPrivate } from '../features/shows/privates/accept-private.ts';
import { makeAskPrivate } from '../features/shows/privates/ask-private.ts';
import { makePayerAwayClock } from '../features/shows/privates/payer-away.ts';
import { makeEndPrivate } from '../features/shows/privates/end-private.ts';
import { makeEndSpies } from '../features/shows/spies/end-spies.ts';
import { makeExtendPrivate } from '../features/shows/privates/extend-private.ts';
import type { PrivateNews } from '../features/shows/privates/private-news.ts';
import type { PrivateRecordings } from '../features/shows/privates/private-recordings.ts';
import { ASKER_AWAY_MS } from '../features/shows/privates/private-rules.ts';
import { answerForHolds } from '../features/shows/follow-rooms.ts';
import { makeMeters } from '../features/shows/meters/run-meters.ts';
import { LEASE_MS, makeRunPrivates, type RunPrivates } from '../features/shows/privates/run-privates.ts';
import { makeSpies } from '../features/shows/spies/spies.ts';
import { makeStartSpy } from '../features/shows/spies/start-spy.ts';
import type { Outbox } from '../platform/events/index.ts';
import { type NodeParts, silent } from './node.ts';

/** Privates and spies of one node, as their feature composes them. */
export function composeNodeShows(parts: NodeParts) {
  const { privates: store, spyStore, world } = parts;
  const meters = makeMeters({ ...parts, store: parts.meterStore, now: parts.wallClock });
  const news = silent<PrivateNews>();
  const common = { ...parts, meters, news, outbox: silent<Outbox>() };
  const spyEnds = makeEndSpies({ ...common, store: spyStore });
  const spies = makeSpies({ ...common, store: spyStore, ends: spyEnds });
  const spyPreview = {
    start: async () => ({ ok: true, seconds: 15, grant: { renditions: [] } }),
  } as unknown as BroadcastFeature['spyPreview'];
  const startSpy = makeStartSpy({
    ...common,
    store: spyStore,
    ends: spyEnds,
    spyPreview,
    isFreeFor: async () => false,
  });
  const discounts = { rateOf: async (room: AccountId) => world.discountOf(room) };
  const requests = makeAskPrivate({ ...common, store, discounts });
  const ends = makeEndPrivate({
    ...common,
    store,
    spies: spyEnds,
    isFan: () => Promise.resolve(false),
    onFree: () => undefined,
  });
  const awayMs = makePayerAwayClock(parts.hub, parts.now);
  const runs: RunPrivates = makeRunPrivates({
    ...common,
    store,
    requests,
    ends,
    spies,
    awayMs,
    privateRecordings: silent<PrivateRecordings>(),
  });
  const accept = makeAcceptPrivate({
    ...common,
    store,
    requests,
    awayMs,
    onAccepted: (show) => runs.take(show),
    leaseMs: LEASE_MS,
  });
  answerForHolds(parts.liveMachines, parts);
  return {
    meters,
    requests,
    accept,
    ends,
    spies,
    startSpy,
    runs,
    extend: makeExtendPrivate({ ...common, store }),
    chores: [
      runs.lead,
      () => requests.sweep((pair) => awayMs(pair) >= ASKER_AWAY_MS),
      runs.sweep,
      spyEnds.sweep,
      async () => runs.look(),
    ] as readonly (() => Promise<unknown>)[],
  };
}
