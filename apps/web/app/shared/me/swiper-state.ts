import { IGNORED_MAX } from '@klieg/contract/features/blocks/limits';
import { DEFAULT_TIP_TOKENS, TIP_TOKENS_MAX } from '@klieg/contract/features/tipping/limits';
import { useSyncExternalStore } from 'react';
import { makeEventStore } from '../event-store.ts';
import { readLocal, writeLocal } from '../local-store.ts';

/** What this browser keeps of the swipe feed, and whom it shows nowhere (BROWSE-059, BROWSE-063). */
export interface SwiperState {
  /** Names of performers that no list shows, the newest first. */
  readonly hidden: readonly string[];
  /** Tokens that one press in the feed tips. */
  readonly tip_amount: number;
  readonly video_quality: 'hd' | 'sd';
  /** `hls`: as pieces, by WebSocket or playlists, whichever comes sooner. `webrtc`: packet by packet. */
  readonly stream_type: 'hls' | 'webrtc';
}

const KEY = 'swiper';
const NAME = /^[a-z0-9_]{1,40}$/;

export const startingSwiper: SwiperState = {
  hidden: [],
  tip_amount: DEFAULT_TIP_TOKENS,
  video_quality: 'hd',
  stream_type: 'hls',
};

const isName = (value: unknown): value is string => typeof value === 'string' && NAME.test(value);

/** A stored state; missing or unreadable parts get their defaults. */
function parse(value: unknown): SwiperState | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const kept = value as Partial<Record<keyof SwiperState, unknown>>;
  const amount = kept.tip_amount;
  return {
    hidden: Array.isArray(kept.hidden) ? kept.hidden.filter(isName).slice(0, IGNORED_MAX) : [],
    tip_amount:
      Number.isInteger(amount) && (amount as number) >= 1 && (amount as number) <= TIP_TOKENS_MAX
        ? (amount as number)
        : startingSwiper.tip_amount,
    video_quality: kept.video_quality === 'sd' ? 'sd' : 'hd',
    stream_type: kept.stream_type === 'webrtc' ? 'webrtc' : 'hls',
  };
}

const read = (): SwiperState => readLocal(KEY, parse) ?? startingSwiper;

const store = makeEventStore<SwiperState | undefined, SwiperState>(undefined, (_old, next) => next);

/** The state of this browser; read once, then cached. */
export const swiperState = (): SwiperState => {
  const held = store.get();
  if (held) return held;
  const first = read();
  store.dispatch(first);
  return first;
};

/** Keeps a change in this browser; other windows take it over. */
export function changeSwiper(change: Partial<SwiperState>): void {
  // Another window may have changed another part of it.
  const next = { ...read(), ...change };
  writeLocal(KEY, next);
  store.dispatch(next);
}

/** Puts a performer first of the hidden ones, or takes the name out. */
export function changeHidden(username: string, isHidden: boolean): void {
  const others = read().hidden.filter((name) => name !== username);
  changeSwiper({ hidden: isHidden ? [username, ...others].slice(0, IGNORED_MAX) : others });
}

let stopListening: (() => void) | undefined;

function subscribe(listener: () => void): () => void {
  if (!stopListening) {
    const onStorage = ({ key }: StorageEvent) =>
      (key === null || key === `klieg.${KEY}`) && store.dispatch(read());
    addEventListener('storage', onStorage);
    stopListening = () => removeEventListener('storage', onStorage);
  }
  return store.subscribe(listener);
}

/** The state of this browser; the default on the server and until the page is interactive. */
export const useSwiper = (): SwiperState =>
  useSyncExternalStore(subscribe, swiperState, () => startingSwiper);

/** Drops the cache, like a new page. For tests. */
export function resetSwiper(): void {
  stopListening?.();
  stopListening = undefined;
  store.reset();
}
