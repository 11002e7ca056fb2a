/**
 * Headers of a framed page of ours with an origin of its own: without a name, cookies or any way to our pages except
 * messages.
 * @param allowed what it may load and ask, besides its own script: `connect-src` and others
 */
export const frameHeaders = (nonce: string, scripts: string, allowed: readonly string[]) => ({
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': [
    'sandbox allow-scripts',
    "default-src 'none'",
    `script-src 'nonce-${nonce}' ${scripts}`.trim(),
    ...allowed,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'self'",
  ].join('; '),
  'cache-control': 'private, no-store',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
});
