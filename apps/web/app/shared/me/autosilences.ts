import { makeEventStore } from '../event-store.ts';
import { meStore } from './me-store.ts';
import { type Autosilence, silenceNews } from './silence-news.ts';

/** The latest by room; '' stands for the whole site. */
export type Autosilences = Readonly<Record<string, Autosilence>>;

/** What one piece of news changes. */
export const reduceAutosilences = (state: Autosilences, told: Autosilence | undefined): Autosilences => {
  if (!told) return {};
  const { [told.room ?? '']: _, ...others } = state;
  return told.isAutosilenced ? { ...others, [told.room ?? '']: told } : others;
};

/** Where the person of the page is silenced now. */
export const autosilenceStore = makeEventStore<Autosilences, Autosilence | undefined>({}, reduceAutosilences);

/** The server's clock may be a little behind the browser's. */
const SLACK_MS = 1_000;

/** Marks the person while a room has automatically silenced them, until the returned function is called. */
export function followAutosilences(): () => void {
  let timers: ReturnType<typeof setTimeout>[] = [];
  const clear = () => {
    for (const timer of timers) clearTimeout(timer);
  };
  const follow = () => {
    clear();
    const silences = Object.values(autosilenceStore.get());
    timers = silences.flatMap((told) =>
      told.until
        ? setTimeout(
            () => autosilenceStore.dispatch({ ...told, isAutosilenced: false }),
            Math.max(0, told.until - Date.now()) + SLACK_MS,
          )
        : [],
    );
    const me = meStore.get();
    const isAutosilenced = silences.length > 0;
    if (me.kind === 'unknown' || me.current.isAutosilenced === isAutosilenced) return;
    meStore.dispatch({ type: 'loaded', current: { ...me.current, isAutosilenced } });
  };
  const hear = silenceNews.hear;
  silenceNews.hear = autosilenceStore.dispatch;
  const stop = autosilenceStore.subscribe(follow);
  for (const news of silenceNews.waiting.splice(0)) autosilenceStore.dispatch(news);
  return () => {
    silenceNews.hear = hear;
    stop();
    clear();
    autosilenceStore.dispatch(undefined);
  };
}
