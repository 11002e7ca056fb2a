const MAX = 500;
// Control characters are what the pattern is for.
// oxlint-disable-next-line no-control-regex
const UNSAFE = /[\u0000-\u001f\u007f\\]/u;

/** A second slash, also one that is written as `%2f` or `%5c`, leads to another site. */
const AWAY = /^\/(?:\/|%2f|%5c|%25)/iu;

function decodedPath(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}

/** Pages of the log-in flow: they send logged-in people on, which would lead back here. */
const WAY_IN = /^\/(?:login|register|free-register|pg-login)(?:[/?#.]|$)/iu;

/** Where log-in and registration return to: a path of this site, else the home page. */
export function safeReturnTo(value: string | null | undefined): string {
  if (!value || value.length > MAX || !value.startsWith('/') || UNSAFE.test(value)) return '/';
  return AWAY.test(value) || WAY_IN.test(decodedPath(value)) ? '/' : value;
}
