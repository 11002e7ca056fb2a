import { createClient } from '@klieg/contract/client';
import { lateRoutes } from '@klieg/contract/features/late-routes';
import { csrfHeaders, fetchWithCsrf, whenCsrf } from '../../shared/api/csrf.ts';
import type { ModalKey } from '../../shared/modal/modal-map.ts';
import { modalStore } from '../../shared/modal/modal-store.ts';
import { type PageEventName, type Tracked, TRACKED } from '../../shared/track.ts';
import { readVisitQuery } from '../../shared/visit-query.ts';

/** A page that goes away lets these end. */
const lastingApi = createClient({
  routes: lateRoutes,
  headers: csrfHeaders,
  fetch: (input, init) => fetchWithCsrf(input, { ...init, keepalive: true }),
});

/** Dialogs whose opening is counted. */
const OF_MODAL: Partial<Record<ModalKey, PageEventName>> = {
  signup: 'signup_open',
  tokens: 'purchase_open',
  'promo-offer': 'promo_shown',
  'geo-overlay': 'overlay_shown',
};

const send = ({ name, params }: Tracked): void =>
  void whenCsrf()
    .then(() => lastingApi.sendPageEvent({ body: params ? { name, params } : { event: name } }))
    .catch(() => undefined);

const asTracked = (event: Event): Tracked => (event as CustomEvent<Tracked>).detail;

/** A page view, only by path: a query may contain typed text. */
const viewOf = (pathname: string): Tracked => ({
  name: 'page_view',
  params: { path: pathname.slice(0, 200) },
});

/** The picture of a list that was pressed, if any. */
const thumbOf = (target: EventTarget | null): string | undefined =>
  target instanceof Element ? target.closest('a.card, .card a')?.querySelector('img')?.currentSrc : undefined;

/**
 * Counts events on this page until it goes away. Only with consent.
 * @returns counts a view of another page, and stops
 */
export function countPageEvents(): { readonly view: (pathname: string) => void; readonly stop: () => void } {
  const end = new AbortController();
  const { signal } = end;
  const playing = new WeakSet<EventTarget>();
  let openKey: ModalKey | undefined;
  const stopModals = modalStore.subscribe(() => {
    const key = modalStore.get()?.key;
    const name = key && key !== openKey ? OF_MODAL[key] : undefined;
    openKey = key;
    if (name) send({ name });
  });
  addEventListener(TRACKED, (event) => send(asTracked(event)), { signal });
  // The page's own loader says so when a piece of code does not come.
  addEventListener('vite:preloadError', () => send({ name: 'chunk_error' }), { signal });
  // Events of videos do not rise, so they are caught on their way down.
  const caught = { signal, capture: true };
  document.addEventListener(
    'playing',
    ({ target }) => {
      if (!target || playing.has(target)) return;
      playing.add(target);
      send({ name: 'video_first_frame' });
    },
    caught,
  );
  document.addEventListener(
    'waiting',
    ({ target }) => {
      if (target && playing.has(target)) send({ name: 'video_stall' });
    },
    caught,
  );
  const used = new WeakSet<Element>();
  document.addEventListener(
    'focusin',
    ({ target }) => {
      const part = target instanceof Element ? target.closest('[data-tracked]') : null;
      if (!part || used.has(part)) return;
      used.add(part);
      send({ name: part.getAttribute('data-tracked') as PageEventName });
    },
    caught,
  );
  document.addEventListener(
    'click',
    ({ target }) => {
      const thumbUrl = thumbOf(target);
      if (thumbUrl)
        void lastingApi
          .countThumbClick({ body: { thumbUrl: thumbUrl.slice(0, 500) } })
          .catch(() => undefined);
    },
    caught,
  );
  const { custom_promo_test: test } = readVisitQuery();
  if (test !== undefined) send({ name: 'ab_shown', params: { test } });
  return {
    view: (pathname) => send(viewOf(pathname)),
    stop() {
      stopModals();
      end.abort();
    },
  };
}
