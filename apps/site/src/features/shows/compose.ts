import { HOUR_MS } from '@klieg/kernel/time';
import type { Chore, Kit } from '../../platform/kit.ts';
import { behindPassword } from '../rooms/index.ts';
import { makeAcceptPrivate } from './privates/accept-private.ts';
import { type AskPrivate, makeAskPrivate } from './privates/ask-private.ts';
import { makeEndPrivate } from './privates/end-private.ts';
import { makePayerAwayClock, type PayerAwayMs } from './privates/payer-away.ts';
import { type EndSpies, makeEndSpies } from './spies/end-spies.ts';
import { makeExtendPrivate } from './privates/extend-private.ts';
import { answerForHolds, followRooms } from './follow-rooms.ts';
import { makePriceHoursStore } from './prices/price-hours-store.ts';
import { makeReadOpenShows } from './open-shows-store.ts';
import { preloadStreams, showComing } from './privates/preload-stream.ts';
import { makePrivateLine, type PrivateLine } from './privates/private-line.ts';
import { ASKER_AWAY_MS, exclusivePriceOf } from './privates/private-rules.ts';
import { makeShowsPart, makeShowsSnapshot } from './room-part.ts';
import { makeRunPriceHours, type PriceHoursRun } from './prices/run-price-hours.ts';
import { LEASE_MS, makeRunPrivates, type RunPrivates } from './privates/run-privates.ts';
import { joinPastShows, makeHadPrivate, makeListPastShows } from './show-history-store.ts';
import { makeShowParts, type ShowParts, type ShowUses } from './show-parts.ts';
import { makeShowsHandlers } from './shows.http.ts';
import { makeSpies } from './spies/spies.ts';
import { makeStartSpy } from './spies/start-spy.ts';
import { makeTellDiscount } from './privates/tell-discount.ts';

const LOOK_MS = 1_000;
const LEAD_MS = 2_000;
const LINE_MS = 5_000;
const FORGET_MS = 60_000;

export type ShowsFeature = ReturnType<typeof composeShows>;

function composeSpies(parts: ShowParts) {
  const { spyStore: store } = parts;
  const ends = makeEndSpies({ ...parts, store });
  return {
    ends,
    start: makeStartSpy({ ...parts, store, ends }),
    spies: makeSpies({ ...parts, store, ends }),
  };
}

function composePrivates(parts: ShowParts, spies: ReturnType<typeof composeSpies>) {
  const { logged, hub, privates: store, wallClock } = parts;
  const requests = makeAskPrivate({ ...parts, store });
  const line = makePrivateLine({ ...parts, now: wallClock });
  const ends = makeEndPrivate({
    ...parts,
    store,
    spies: spies.ends,
    onFree: (owner) => void line.roomIsFree(owner).catch(logged('the first in line could not be told')),
  });
  const awayMs = makePayerAwayClock(hub, parts.now);
  const runs = makeRunPrivates({ ...parts, store, requests, ends, spies: spies.spies, awayMs });
  const accept = makeAcceptPrivate({
    ...parts,
    store,
    requests,
    awayMs,
    onAccepted(show) {
      runs.take(show);
      parts.notices.tell(showComing, { roomId: show.roomId, accountId: show.payerId });
    },
    leaseMs: LEASE_MS,
  });
  return { requests, line, ends, runs, accept, awayMs };
}

const choresOf = (its: {
  readonly parts: ShowParts;
  readonly requests: AskPrivate;
  readonly runs: RunPrivates;
  readonly spyEnds: EndSpies;
  readonly line: PrivateLine;
  readonly awayMs: PayerAwayMs;
  readonly endOver: () => Promise<void>;
  readonly priceHours: PriceHoursRun;
}): readonly Chore[] => [
  { failure: 'shows could not be led', everyMs: LEAD_MS, on: 'each', run: its.runs.lead },
  {
    failure: 'requests for privates could not be tended',
    everyMs: LOOK_MS,
    on: 'each',
    run: () => its.requests.sweep((pair) => its.awayMs(pair) >= ASKER_AWAY_MS),
  },
  { failure: 'ends of shows could not be finished', everyMs: LEAD_MS, on: 'each', run: its.runs.sweep },
  { failure: 'ends of spies could not be finished', everyMs: LEAD_MS, on: 'each', run: its.spyEnds.sweep },
  {
    failure: 'stopped meters could not be forgotten',
    everyMs: FORGET_MS,
    on: 'each',
    run: its.parts.meters.forgetStopped,
  },
  { failure: 'discounts could not be ended', everyMs: LOOK_MS, on: 'one', run: its.endOver },
  { failure: 'prices of hours could not be set', everyMs: LOOK_MS, on: 'one', run: its.priceHours.lookAtDue },
  { failure: 'lines for privates could not be tended', everyMs: LINE_MS, on: 'one', run: its.line.sweep },
  { failure: 'old shows could not be dropped', everyMs: HOUR_MS, on: 'one', run: its.parts.privates.prune },
];

/** Privates, and spying on them. */
export function composeShows(kit: Kit, uses: ShowUses) {
  const parts = makeShowParts(kit, uses);
  const { accounts, discounts, hub, privates: store, submitSurely } = parts;
  const spies = composeSpies(parts);
  const { requests, line, ends, runs, accept, awayMs } = composePrivates(parts, spies);
  const { tellDiscount, endOver } = makeTellDiscount({ accounts, discounts, submitSurely });

  answerForHolds(uses.ledger.liveMachines, parts);
  followRooms(parts, { board: uses.rooms.board, requests, ends, spies: spies.spies });
  const stopPreloading = preloadStreams(kit, {
    ...parts,
    findGrant: uses.broadcast.findGrant,
    edgeHost: new URL(uses.publicUrl).host,
  });
  const readOpenShows = makeReadOpenShows(parts.database);
  hub.addSnapshotPart(makeShowsSnapshot({ ...parts, readOpenShows, runs, spies: spies.spies }));
  const past = joinPastShows(makeListPastShows(parts.database, parts.privateRecordings.listReady));
  uses.ratings.pastShows.add(makeHadPrivate(parts.database));
  const { saveSettings } = uses.settings;
  const priceHours = makeRunPriceHours({
    ...parts,
    store: makePriceHoursStore(parts.database),
    saveSettings,
    now: parts.wallClock,
  });
  const timer = setInterval(runs.look, LOOK_MS).unref();

  return {
    /** Delivered media, seats, and what rules out a private: for other kinds of shows. */
    deliveries: parts.deliveries,
    seatRoom: parts.seatRoom,
    endRight: parts.endRight,
    obstacles: parts.obstacles,
    /** Metering and charging by delivered time, and the single seat of a person: for them, too. */
    meters: parts.meters,
    meterStore: parts.meterStore,
    places: parts.places,
    /** The privates themselves, and requests to watch something together: for features that accompany them. */
    privates: store,
    watchWishes: parts.watchWishes,
    openRecording: parts.privateRecordings.open,
    exclusivePriceOf,
    past,
    roomPart: behindPassword(makeShowsPart({ ...parts, store })),
    handlers: makeShowsHandlers({
      ...parts,
      store,
      requests,
      accept,
      ends,
      extend: makeExtendPrivate({ ...parts, store }),
      runs,
      line,
      tellDiscount,
      spies: spies.spies,
      startSpy: spies.start,
      listPast: past.list,
      listRated: uses.ratings.listRated,
    }),
    factReaders: [priceHours.factReader],
    chores: choresOf({ parts, requests, runs, spyEnds: spies.ends, line, awayMs, endOver, priceHours }),
    stop() {
      clearInterval(timer);
      stopPreloading();
      parts.deliveries.close();
    },
  };
}
