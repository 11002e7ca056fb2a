import { readCookie } from '#app/shared/cookie.ts';
import { readLocal, writeLocal } from '#app/shared/local-store.ts';

/** A list seen less than a minute ago is shown again unchanged (CONSTANTS-068). */
export const KEPT_MS = 60_000;
/** How many lists are kept; one has some 30 KB, and the browser keeps 5 MB for the site. */
const KEPT_MAX = 12;

interface Kept {
  readonly at: number;
  readonly data: unknown;
}

/** Path and filters, and whatever else the server makes another list of. */
function keyOf(request: Request): string {
  const { pathname, searchParams } = new URL(request.url);
  searchParams.delete('modal');
  searchParams.sort();
  const { __reactRouterManifest: build } = globalThis as { __reactRouterManifest?: { version?: string } };
  const cookies = ['gender', 'hide', 'home'].map((name) => readCookie(document.cookie, name) ?? '');
  return [pathname, searchParams, document.documentElement.lang, ...cookies, build?.version].join(' ');
}

const readKeys = (): readonly string[] =>
  readLocal('lists', (value) => (Array.isArray(value) ? (value as string[]) : undefined)) ?? [];

function keep(key: string, data: unknown): void {
  const keys = [key, ...readKeys().filter((one) => one !== key)];
  for (const old of keys.splice(KEPT_MAX)) localStorage.removeItem(`klieg.list ${old}`);
  writeLocal('lists', keys);
  writeLocal(`list ${key}`, { at: Date.now(), data } satisfies Kept);
}

/** The list at an address as it was shown lately, also in another tab, else as the server has it. */
export async function listLately<T>({
  request,
  serverLoader,
}: {
  readonly request: Request;
  serverLoader(): Promise<T>;
}): Promise<T> {
  const key = keyOf(request);
  const kept = readLocal(`list ${key}`, (value) => value as Kept);
  const ageMs = Date.now() - (kept?.at ?? 0);
  if (kept && ageMs >= 0 && ageMs < KEPT_MS) return kept.data as T;
  const data = await serverLoader();
  keep(key, data);
  return data;
}
