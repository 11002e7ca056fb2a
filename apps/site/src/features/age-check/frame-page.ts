/**
 * Headers of a page of ours that stands in a frame as an origin of its own: it has no name, no cookies and no way to our
 * pages but messages.
 * @param allowed what it may load and ask, beside its own script: `connect-src` and others
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
