/** Headers of every HTML answer (trust page, section 4 h). */
export function securityHeaders(options: {
  readonly nonce: string;
  readonly isSecure: boolean;
  /** Payment hosts that may be framed. */
  readonly frameHosts: readonly string[];
  /** Sites that may frame this page; none: nobody. */
  readonly frameAncestors?: readonly string[];
  /** Hosts of other connections: room sockets of other nodes, and hot reload of development. */
  readonly connectHosts?: readonly string[];
}): Record<string, string> {
  const policy = [
    "default-src 'self'",
    `script-src 'nonce-${options.nonce}' 'strict-dynamic'`,
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self'",
    ["connect-src 'self'", ...(options.connectHosts ?? [])].join(' '),
    "media-src 'self' blob:",
    "worker-src 'self' blob:",
    `frame-src 'self' ${options.frameHosts.join(' ')}`.trim(),
    `frame-ancestors ${options.frameAncestors?.join(' ') || "'none'"}`,
    "form-action 'self'",
    "base-uri 'none'",
    "object-src 'none'",
    'report-uri /api/v1/csp-report',
    'report-to csp',
  ];
  return {
    'content-security-policy': policy.join('; '),
    'reporting-endpoints': 'csp="/api/v1/csp-report"',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'permissions-policy': 'camera=(self), microphone=(self), geolocation=(), payment=()',
    'cross-origin-opener-policy': 'same-origin',
    'x-content-type-options': 'nosniff',
    rating: 'RTA-5042-1996-1400-1577-RTA',
    ...(options.isSecure && { 'strict-transport-security': 'max-age=31536000; includeSubDomains' }),
  };
}
