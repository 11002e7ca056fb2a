import { type Locale, DEFAULT_LOCALE, isLocale } from '@klieg/i18n';
import { api } from '../api/client.ts';
import { setCsrf } from '../api/csrf.ts';
import { consoleLog } from '../log.ts';
import { clubMessages } from '../me/club-messages.ts';
import { withoutHeld } from '../me/held-settings.ts';
import { meStore } from '../me/me-store.ts';
import { silenceNews } from '../me/silence-news.ts';
import { type PageRealtime, setPageRealtime } from '../realtime/page-realtime.ts';
import { announcementNews } from './announcement-news.ts';
import { reloadUnlessLeaving } from './own-leave.ts';
import { readVisitQuery } from '../visit-query.ts';

const lobbyUrl = (): string => `${location.origin.replace(/^http/u, 'ws')}/ws/lobby`;
const pageLocale = (): Locale => {
  const { lang } = document.documentElement;
  return isLocale(lang) ? lang : DEFAULT_LOCALE;
};

/** Reads the person again, for example after a purchase or a refused token. */
export async function readCurrentUser(): Promise<void> {
  const current = await api.getCurrentUser();
  setCsrf(current.csrf);
  meStore.dispatch({ type: 'loaded', current });
}

let isNewerBuildKnown = false;

/**
 * A newer build is loaded at the next change of page, so that nobody is interrupted while writing, watching or paying.
 */
export function reloadForNewerBuild(): void {
  if (isNewerBuildKnown) location.reload();
}

/** The next navigation reloads everything. */
export const reloadAtNextPage = (): void => {
  isNewerBuildKnown = true;
};

/** News about the account and the build that every page handles the same way. */
function listen({ lobby }: PageRealtime): void {
  const reload = (afterMs: number | null | undefined) => setTimeout(() => location.reload(), afterMs ?? 0);
  lobby.on('v3.token.update', ({ tokens, type, id }) => {
    meStore.dispatch({ type: 'balance', tokens });
    if (type === 'media' && id) meStore.dispatch({ type: 'media', ids: [Number(id)] });
  });
  lobby.on('v3.account.update', () => void readCurrentUser().catch(() => undefined));
  lobby.on('v3.user.settings', ({ settings }) =>
    meStore.dispatch({ type: 'settings', settings: withoutHeld(settings) }),
  );
  lobby.on('v3.notification.count', ({ count }) => meStore.dispatch({ type: 'unread', count }));
  lobby.on('v3.xfollow.direct_message.new_notification', clubMessages.dispatch);
  lobby.on('v3.autosilenced', (told) => silenceNews.hear(told));
  lobby.on('v3.refresh', ({ after_ms: afterMs }) => reload(afterMs));
  lobby.on('v3.logout', () => setTimeout(reloadUnlessLeaving, 0));
  lobby.on('v3.client.version', ({ version, min_version: minVersion, reload_after_ms: afterMs }) => {
    const own = document.documentElement.dataset.version ?? '';
    if (!own) return;
    if (minVersion && isOlder(own, minVersion)) reload(afterMs);
    else if (isOlder(own, version)) reloadAtNextPage();
  });
  addEventListener('offline', lobby.networkLost);
  addEventListener('online', lobby.networkBack);
  document.addEventListener('visibilitychange', () => {
    const isVisible = document.visibilityState === 'visible';
    lobby.visibility(isVisible);
    const me = meStore.get();
    // The link was perhaps opened meanwhile, in another tab or on a phone.
    if (isVisible && me.kind === 'member' && me.current.user.email_confirmed === 0)
      readCurrentUser().catch((error: unknown) =>
        consoleLog.warn({ err: error }, 'who is here is not known'),
      );
  });
}

const numbers = (version: string): number[] =>
  version.split(/[.-]/u).map((part) => Number.parseInt(part, 10) || 0);

/** True when the first version comes before the second; parts compare as numbers. */
export function isOlder(version: string, than: string): boolean {
  const [a, b] = [numbers(version), numbers(than)];
  for (let part = 0; part < Math.max(a.length, b.length); part++) {
    const difference = (a[part] ?? 0) - (b[part] ?? 0);
    if (difference !== 0) return difference < 0;
  }
  return false;
}

/** The visit's advert and test, which may change what the site shows (PROMO-011). */
function configAsk(): { id?: string; custom_promo_test?: string } {
  const { advert_id: id, custom_promo_test: test } = readVisitQuery();
  return { ...(id !== undefined && { id }), ...(test !== undefined && { custom_promo_test: test }) };
}

let started = false;
/** A busy or restarting server is back in a moment; without a token nothing plays. */
const AGAIN_MS = [1_000, 2_000, 4_000, 8_000, 15_000] as const;
let failures = 0;

/**
 * What the HTML leaves out because it is personal: the token for calls, then the person, then the lobby.
 * A second call does nothing; when a step fails, the page stays usable as for somebody unknown, and it is
 * tried again.
 */
export async function startSession(): Promise<void> {
  if (started) return;
  started = true;
  // The sockets' code loads beside the first answers; the page renders without it.
  const loading = import('../realtime/make-page-realtime.ts');
  try {
    const { csrf, switches, bbPost } = await api.getSiteConfig({ query: configAsk() });
    setCsrf(csrf);
    if (switches.geo_overlay) void import('../geo-overlay.ts').then((code) => code.showGeoOverlay());
    announcementNews.newest = bbPost;
    await readCurrentUser();
  } catch (err) {
    started = false;
    consoleLog.error({ err: String(err) }, 'session did not start');
    const waitMs = AGAIN_MS[Math.min(failures, AGAIN_MS.length - 1)]!;
    failures += 1;
    setTimeout(() => void startSession(), waitMs);
    return;
  }
  const { makePageRealtime } = await loading;
  const realtime = makePageRealtime({
    url: lobbyUrl(),
    locale: pageLocale(),
    clientVersion: document.documentElement.dataset.version ?? 'unknown',
    readCurrentUser: () => void readCurrentUser().catch(() => undefined),
    resetOwnState: () => {
      meStore.dispatch({ type: 'unread', count: 0 });
      clubMessages.dispatch(undefined);
      silenceNews.hear(undefined);
    },
  });
  listen(realtime);
  setPageRealtime(realtime);
  const me = meStore.get();
  if (me.kind !== 'unknown') realtime.lobby.start(me.current.user.node_token);
}
