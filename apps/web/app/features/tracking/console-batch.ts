import { LOG_ENTRIES_MAX, LOG_EVERY_MS } from '@klieg/contract/features/tracking/limits';
import { browserState } from '../../shared/browser-state.ts';
import { lateApi } from '../../shared/api/late-client.ts';

type Level = 'log' | 'info' | 'warn' | 'error';
interface Entry {
  readonly level: Level;
  readonly at: string;
  readonly text: string;
}

const LEVELS: readonly Level[] = ['log', 'info', 'warn', 'error'];
const TEXT_MAX = 1_000;

function textOf(value: unknown): string {
  if (typeof value === 'string') return value;
  if (value instanceof Error) return `${value.name}: ${value.message}`;
  try {
    return JSON.stringify(value) ?? String(value);
  } catch {
    return String(value);
  }
}

/**
 * Keeps the newest 50 entries of this page's console and sends them every five seconds while `isWanted` says so: for
 * people with the role remote_logging and in a private. The console itself works as before.
 * @returns stops, and restores the console
 */
export function sendConsole(isWanted: () => boolean): () => void {
  // The first entry says which browser it is.
  let kept: Entry[] = [
    { level: 'info', at: new Date().toISOString(), text: `browser ${JSON.stringify(browserState())}` },
  ];
  const undo = LEVELS.map((level) => {
    // oxlint-disable-next-line no-console -- it is the console that is read
    const own = console[level];
    const heard = (...values: unknown[]) => {
      own.apply(console, values);
      const text = values.map(textOf).join(' ').slice(0, TEXT_MAX);
      kept = [...kept, { level, at: new Date().toISOString(), text }].slice(-LOG_ENTRIES_MAX);
    };
    // oxlint-disable-next-line no-console -- see above
    console[level] = heard;
    // oxlint-disable-next-line no-console -- see above
    return () => void (console[level] === heard && (console[level] = own));
  });
  const timer = setInterval(() => {
    if (kept.length === 0 || !isWanted()) return;
    const logs = kept;
    kept = [];
    // What could not be sent is lost: a console that waits would only grow.
    lateApi.sendLogs({ body: { logs } }).catch(() => undefined);
  }, LOG_EVERY_MS);
  return () => {
    clearInterval(timer);
    for (const giveBack of undo) giveBack();
  };
}
