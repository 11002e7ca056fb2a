let token: string | undefined;
let announce: () => void = () => {};
const first = new Promise<void>((resolve) => {
  announce = resolve;
});

/** Settles when the page has its first token; a call before that would only be refused. */
export const whenCsrf = (): Promise<void> => first;

/** Keeps the token that unsafe calls must carry; login, logout and registration bring a new one. */
export const setCsrf = (csrf: string | null): void => {
  token = csrf ?? undefined;
  if (token) announce();
};

/** Headers of every call. */
export const csrfHeaders = (): Record<string, string> => (token ? { 'x-csrf-token': token } : {});

const isStaleToken = async (response: Response): Promise<boolean> => {
  if (response.status !== 403) return false;
  const body: unknown = await response
    .clone()
    .json()
    .catch(() => undefined);
  return typeof body === 'object' && body !== null && 'code' in body && body.code === 'common.csrf';
};

/**
 * Sends a request; when the session has changed in another tab, it reads a fresh token and repeats once.
 * The refusal comes before anything is executed, so the repeat has no second effect.
 */
export async function fetchWithCsrf(input: RequestInfo | URL, init: RequestInit = {}): Promise<Response> {
  const response = await fetch(input, init);
  if (!(await isStaleToken(response))) return response;
  const config = await fetch('/api/v1/site_config', { credentials: 'same-origin' });
  const fresh: unknown = config.ok ? await config.json() : undefined;
  if (typeof fresh !== 'object' || fresh === null || !('csrf' in fresh) || typeof fresh.csrf !== 'string')
    return response;
  setCsrf(fresh.csrf);
  return fetch(input, {
    ...init,
    headers: { ...Object.fromEntries(new Headers(init.headers)), ...csrfHeaders() },
  });
}
