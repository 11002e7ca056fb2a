import type { Payload, PrivateStats } from '@klieg/contract';
import type { SpyTold } from '../../shared/room/room-state.ts';
import type { RoomEvent } from '../../shared/room-module/room-events.ts';
import type { ShowSettings } from './show-rules.ts';

/* What a page knows of a room's privates and spies, in wire form, and the events it gets. */

/** A request, the caller's own or to the performer; its fields depend on the source. */
export type RequestTold = Pick<Payload<'v3.private.request'>, 'request_id' | 'expires_at'> &
  Partial<Payload<'v3.private.request'>>;

/** The private that runs; what only payer and performer know is absent for others. */
export type ShowTold = Partial<Payload<'v3.private.started'>>;

/** The discount that holds. */
export type DiscountTold = Pick<
  Payload<'v3.private.discount'>,
  'discountRate' | 'timeLeftInSecond' | 'privatePricePerMinuteInToken'
>;

/** News for all pages of an account, by the visit's socket. */
export type AccountNews = RoomEvent<
  | 'v3.private.request'
  | 'v3.private.request_failed'
  | 'v3.private.declined'
  | 'v3.private.expired'
  | 'v3.private.ping'
  | 'v3.private.place'
>;

export interface PlaceTold {
  readonly place: number;
  readonly length: number;
}

/** The server's answer about the state of a room's private. */
export interface ShowRead {
  readonly privateStats: PrivateStats | null;
  readonly request: {
    readonly request_id: string;
    readonly state: string;
    readonly expires_at: string;
  } | null;
  readonly place: number | null;
}

declare module '../../shared/room-module/room-events.ts' {
  interface PageEvents {
    /** The state of shows from the events so far; only written by the code that reduces them. */
    'page.shows': ShowsPart;
    /** The dialog for requesting a private. */
    'page.private-dialog': { readonly isOpen: boolean; readonly toWatch?: boolean };
    /** The server took this page's request. */
    'page.private-asked': RequestTold;
    /** This page has withdrawn or answered a request. */
    'page.request-gone': { readonly request_id: string };
    /** The performer has accepted: the payer's player connects. */
    'page.private-starting': { readonly username: string };
    /** News about this room on the account's socket, which the room's own socket does not carry. */
    'page.show-told': AccountNews;
    'page.show-read': ShowRead;
    /** All requests to the performer that are open now. */
    'page.requests-read': { readonly requests: readonly RequestTold[] };
    /** The caller's place in line; null: none. */
    'page.private-place': PlaceTold | null;
    /** What a show has ended with was read. */
    'page.show-news-closed': Record<string, never>;
  }
}

/** What shows read. */
export type ShowEvent = RoomEvent<
  | 'page.loaded'
  | 'page.private-dialog'
  | 'page.private-asked'
  | 'page.request-gone'
  | 'page.private-starting'
  | 'page.show-told'
  | 'page.show-read'
  | 'page.requests-read'
  | 'page.private-place'
  | 'page.show-news-closed'
  | 'page.spying'
  | 'page.spied'
  | 'v3.room.snapshot'
  | 'v3.chat.update'
  | 'v3.chat.model_settings'
  | 'v3.preloader.start'
  | 'v3.private.request'
  | 'v3.private.request_failed'
  | 'v3.private.declined'
  | 'v3.private.expired'
  | 'v3.private.ping'
  | 'v3.private.discount'
  | 'v3.private.started'
  | 'v3.private.tick'
  | 'v3.private.end'
  | 'v3.private.place'
  | 'v3.spy.tick'
  | 'v3.spy.end'
>;

/** How a request or a show has ended; shown until read. */
export type ShowNews = RoomEvent<
  'v3.private.declined' | 'v3.private.expired' | 'v3.private.request_failed' | 'v3.private.end' | 'v3.spy.end'
>;

export interface ShowsPart {
  readonly settings: ShowSettings;
  readonly discount: DiscountTold | null;
  /** A viewer's own request, or those to the performer. */
  readonly requests: readonly RequestTold[];
  /** Viewers who have nudged the performer, newest first. */
  readonly asks: readonly string[];
  /** A request was accepted and no picture has arrived yet; the payer's name, where it is known. */
  readonly starting: string | null;
  readonly show: ShowTold | null;
  /** The newest of the meter. */
  readonly tick: Payload<'v3.private.tick'> | null;
  readonly spy: SpyTold | null;
  readonly spyTick: Payload<'v3.spy.tick'> | null;
  readonly place: PlaceTold | null;
  readonly news: ShowNews | null;
  readonly isAsking: boolean;
  /** The private is asked for to watch a video together. */
  readonly isToWatch: boolean;
}
