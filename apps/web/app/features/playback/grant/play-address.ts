/**
 * A WebSocket address with its token, from what the server names and where the page is. @param kbps of the connection
 */
export function socketAddress(named: string, token: string, page: string, kbps?: number): string {
  const url = new URL(named, page);
  url.protocol = url.protocol.replace(/^http/u, 'ws');
  url.searchParams.set('token', token);
  if (kbps !== undefined) url.searchParams.set('kbps', String(kbps));
  return url.href;
}

/** The address of a playlist or a part with a fresh token in place of any other. */
export function tokenAddress(named: string, token: string, page: string): string {
  const url = new URL(named, page);
  url.searchParams.set('token', token);
  return url.href;
}

/** Where a page presents a fresh token for the one in the address of a self-loading player. */
export function renewalAddress(named: string, token: string, page: string): string {
  const url = new URL(nativeAddress(named, token, page));
  url.pathname = url.pathname.replace(/[^/]+$/u, 'token');
  return url.href;
}

/**
 * The address of a playlist for players that load parts themselves: the token is in the path, so that entries of the
 * playlist inherit it.
 */
export function nativeAddress(named: string, token: string, page: string): string {
  const url = new URL(named, page);
  url.searchParams.delete('token');
  url.pathname = url.pathname.replace(/^\/live\/hls\/(?:t\/[^/]+\/)?/u, `/live/hls/t/${token}/`);
  return url.href;
}
