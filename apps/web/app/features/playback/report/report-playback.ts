import { createClient } from '@klieg/contract/client';
import { lateRoutes } from '@klieg/contract/features/late-routes';
import { csrfHeaders, fetchWithCsrf, whenCsrf } from '#app/shared/api/csrf.ts';
import type { Player } from '../player/player.ts';
import { makePlaybackTally } from './playback-tally.ts';

/** A page that goes away lets these end. */
const lastingApi = createClient({
  routes: lateRoutes,
  headers: csrfHeaders,
  fetch: (input, init) => fetchWithCsrf(input, { ...init, keepalive: true }),
});

const LOOK_MS = 1_000;
const TELL_MS = 5 * 60_000;
/** The first report comes early: a browser that is killed reports nothing. */
const FIRST_TELL_MS = 20_000;

/**
 * Reports to the site how a live picture performs here: how soon it came, how often it froze, how far behind it is.
 * @param startMs how long the first picture took; undefined: not yet there
 * @param waitedMs since it was requested
 * @returns how it ends, with the last report
 */
export function reportPlayback(player: Player, startMs: number | undefined, waitedMs: number): () => void {
  const tally = makePlaybackTally(startMs, waitedMs);
  let lookedMs = performance.now();
  let toldMs = lookedMs - TELL_MS + FIRST_TELL_MS;

  const tell = (): void => {
    toldMs = performance.now();
    const { transport } = player.view;
    const told = tally.take();
    if (!told) return;
    const body = { ...told, way: transport === 'native' ? 'hls' : (transport ?? 'ws') } as const;
    // It is for those who run the site; whether it arrives changes nothing here.
    void whenCsrf()
      .then(() => lastingApi.reportPlayback({ body }))
      .catch(() => undefined);
  };
  const look = (): void => {
    const nowMs = performance.now();
    const { state, isPast } = player.view;
    // The past is not the live picture.
    if (!isPast && !document.hidden) tally.onLook(state, nowMs - lookedMs);
    lookedMs = nowMs;
    if (nowMs - toldMs >= TELL_MS) tell();
  };
  const timer = setInterval(look, LOOK_MS);
  addEventListener('pagehide', tell);
  return () => {
    clearInterval(timer);
    removeEventListener('pagehide', tell);
    tell();
  };
}
