import type { ShowSettings } from './show-rules.ts';
import type { Payload, PrivateStats, Room } from '@klieg/contract';
import type { SpyTold } from '../../shared/room/room-state.ts';
import { idleShows } from './idle-shows.ts';
import type {
  DiscountTold,
  RequestTold,
  ShowEvent,
  ShowNews,
  ShowRead,
  ShowTold,
  ShowsPart,
} from './shows-part.ts';

/*
 * Privates and spies of a room as the page knows them, in wire form. Loaded with the first event about one; a room
 * without shows only has `idle-shows.ts`.
 */

/** A room's full state uses the field names of a show's start, besides those of its stats. */
type StatsTold = Omit<PrivateStats, 'started_at'> & { readonly started_at: string | number };

const showOf = (stats: (StatsTold & ShowTold) | PrivateStats | null): ShowTold | null =>
  stats && {
    ...(stats as ShowTold),
    started_at: new Date(stats.started_at).getTime(),
    ...(stats.duration_seconds !== undefined && { duration: stats.duration_seconds }),
    ...(stats.privatePrepaidTimeLeftSeconds !== undefined && {
      prepaid_seconds: stats.privatePrepaidTimeLeftSeconds,
    }),
  };

const spyOf = (settings: ShowSettings): SpyTold => ({
  cost_per_minute: settings.spy.cost,
  free: false,
  preview_seconds: 0,
});

/** Privates and spies as the room's answer gives them. */
export const startShows = (room: Room): ShowsPart => ({
  ...idleShows(room),
  show: showOf(room.privateStats),
  spy: room.mode === 'spy' ? spyOf(room.userSetting) : null,
});

/** How many nudges are shown. */
const ASKS_MAX = 3;

const without = (part: ShowsPart, id: string | null | undefined): readonly RequestTold[] =>
  part.requests.filter(({ request_id: known }) => known !== id);

const withRequest = (part: ShowsPart, told: RequestTold): ShowsPart => {
  const before = part.requests.find(({ request_id: id }) => id === told.request_id);
  const others = without(part, told.request_id);
  if (told.status === 'canceled') return { ...part, requests: others };
  return { ...part, requests: [...others, { ...before, ...told }], news: null, isAsking: false };
};

/** A request has ended; a page that did not know it has nothing to tell. */
const withEnd = (part: ShowsPart, id: string | null | undefined, event: ShowNews): ShowsPart => {
  const requests = without(part, id);
  const isKnown = part.starting !== null || requests.length < part.requests.length;
  return isKnown ? { ...part, requests, starting: null, news: event } : part;
};

function withSnapshot(part: ShowsPart, whole: Payload<'v3.room.snapshot'>): ShowsPart {
  const { chat, mode, privateStats, privateDiscount, requests, spy, userSetting } = whole;
  const told = showOf((privateStats as PrivateStats | undefined) ?? null);
  const settings = { ...part.settings, ...userSetting };
  const isSpy = mode === 'spy' || Boolean(spy);
  const isPrivate = chat['status'] === 'private' || mode === 'private';
  return {
    ...part,
    settings,
    discount: (privateDiscount as DiscountTold | undefined) ?? null,
    requests: (requests as readonly RequestTold[] | undefined) ?? [],
    starting: isPrivate ? part.starting : null,
    show: isPrivate && (told || part.show) ? { ...part.show, ...told } : null,
    spy: isSpy ? (part.spy ?? spyOf(settings)) : null,
    spyTick: isSpy ? ((spy as Payload<'v3.spy.tick'> | undefined) ?? part.spyTick) : null,
  };
}

function withRead(part: ShowsPart, { privateStats, request, place }: ShowRead): ShowsPart {
  const known = {
    ...part,
    show: part.show ?? showOf(privateStats),
    place: place === null ? null : { place, length: Math.max(place, part.place?.length ?? 0) },
  };
  if (request?.state === 'starting') return { ...known, starting: part.starting ?? '' };
  if (request?.state !== 'requested') return known;
  return withRequest(known, {
    request_id: request.request_id,
    expires_at: Date.parse(request.expires_at),
  });
}

/** What one event changes; the same part when it changes nothing. */
export function reduceShows(part: ShowsPart, event: ShowEvent): ShowsPart {
  switch (event.name) {
    case 'page.loaded': {
      const { settings, discount, show, spy } = startShows(event.payload);
      return { ...part, settings, discount, show: part.show ?? show, spy: part.spy ?? spy };
    }
    case 'page.private-dialog':
      return { ...part, isAsking: event.payload.isOpen, isToWatch: event.payload.toWatch === true };
    case 'page.private-asked':
    case 'v3.private.request':
      return withRequest(part, event.payload);
    case 'page.request-gone':
      return { ...part, requests: without(part, event.payload.request_id) };
    case 'page.private-starting':
      return { ...part, starting: event.payload.username };
    case 'page.show-told':
      return reduceShows(part, event.payload);
    case 'page.show-read':
      return withRead(part, event.payload);
    case 'page.requests-read':
      return { ...part, requests: event.payload.requests };
    case 'page.private-place':
      return { ...part, place: event.payload };
    case 'page.show-news-closed':
      return { ...part, news: null };
    case 'page.spying':
      return { ...part, spy: event.payload, spyTick: null, news: null };
    case 'page.spied':
      return { ...part, spy: null, spyTick: null };
    case 'v3.room.snapshot':
      return withSnapshot(part, event.payload);
    // A show whose end was missed is over when the room changes its mode.
    case 'v3.chat.update':
      return part.show && event.payload.status && !/^(private|reconnecting)$/u.test(event.payload.status)
        ? { ...part, show: null, tick: null }
        : part;
    case 'v3.chat.model_settings':
      return { ...part, settings: { ...part.settings, ...event.payload.settings } };
    case 'v3.preloader.start':
      return event.payload.mode === 'private' ? { ...part, requests: [], starting: '' } : part;
    case 'v3.private.discount':
      return { ...part, discount: event.payload.discountRate > 0 ? event.payload : null };
    case 'v3.private.request_failed':
    case 'v3.private.declined':
    case 'v3.private.expired':
      return withEnd(part, event.payload.request_id, event);
    case 'v3.private.started':
      return { ...part, show: event.payload, tick: null, requests: [], asks: [], starting: null, news: null };
    case 'v3.private.tick':
      return { ...part, tick: event.payload };
    case 'v3.private.end': {
      const ended = { ...part, show: null, tick: null, starting: null };
      // Only its two people are told its duration.
      return typeof event.payload.duration === 'number' ? { ...ended, news: event } : ended;
    }
    case 'v3.private.place': {
      const { place, length } = event.payload;
      return { ...part, place: place ? { place, length: length ?? place } : null };
    }
    case 'v3.spy.tick':
      return { ...part, spyTick: event.payload };
    case 'v3.spy.end':
      return { ...part, spy: null, spyTick: null, news: event };
    case 'v3.private.ping': {
      const { from, kind } = event.payload;
      if (kind !== 'viewer_asks') return part;
      return { ...part, asks: [from, ...part.asks.filter((name) => name !== from)].slice(0, ASKS_MAX) };
    }
  }
}
