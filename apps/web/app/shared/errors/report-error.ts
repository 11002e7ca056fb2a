import { api } from '../api/client.ts';
import { consoleLog } from '../log.ts';

const cut = (text: string, max: number): string => text.slice(0, max);
const reported = new WeakMap<object, Promise<string | undefined>>();

/** Build of this page, as the server names it. */
const clientVersion = (): string => document.documentElement.dataset.version ?? 'unknown';

async function send(error: unknown): Promise<string | undefined> {
  const known = error instanceof Error ? error : new Error(String(error));
  try {
    const { code } = await api.reportPageError({
      body: {
        clientVersion: cut(clientVersion(), 64),
        errorMessage: cut(known.message, 1_000),
        stack: cut(known.stack ?? '', 8_000),
        time: new Date().toISOString(),
        url: cut(location.pathname, 500),
      },
    });
    return code;
  } catch {
    return undefined;
  }
}

/** Sends an error of the page to the server once; answers its code, or undefined when it was not taken. */
export function reportError(error: unknown): Promise<string | undefined> {
  if (typeof error !== 'object' || error === null) return send(error);
  let code = reported.get(error);
  if (!code) {
    code = send(error);
    reported.set(error, code);
  }
  return code;
}

/** For React Router: errors that reached a boundary. */
export function reportUncaught(error: unknown): void {
  consoleLog.error({ err: String(error) }, 'page error');
  void reportError(error);
}
