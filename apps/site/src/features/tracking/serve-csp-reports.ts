import { AppError, type Clock, type Log } from '@klieg/kernel';
import { HOUR_MS } from '@klieg/kernel/time';
import type { FastifyInstance } from 'fastify';
import type { Brake, RateLimiter } from '../../platform/http/index.ts';
import type { Metrics } from '../../platform/metrics/index.ts';
import type { VisitorOf } from '../../platform/visitors/index.ts';
import { maskLink } from './mask-text.ts';

/** Where browsers report requests of a page that its policy refused. */
export const CSP_REPORT_PATH = '/api/v1/csp-report';
const BODY_BYTES_MAX = 16 * 1024;
/** The old form, one report, and that of the Reporting API, a list. */
const TYPES = ['application/csp-report', 'application/reports+json', 'application/json'];
/** Most reports read from one request. */
const REPORTS_MAX = 10;
const TEXT_MAX = 200;
/** How many kinds are logged in an hour, each once; all of them are counted. */
const LOGGED_MAX = 200;
const LOGGED_MS = HOUR_MS;

/** Directives of the policy; what else a report names is `other`. */
const DIRECTIVES: ReadonlySet<string> = new Set(
  'default-src script-src script-src-elem script-src-attr style-src style-src-elem style-src-attr img-src font-src connect-src media-src worker-src frame-src frame-ancestors form-action base-uri object-src'.split(
    ' ',
  ),
);

interface Refused {
  readonly directive: string;
  /** What was refused, without path and query. */
  readonly blocked: string;
  /** The page, without query. */
  readonly page: string;
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** `https://ads.example/x?y` is `https://ads.example`; words such as `inline` stay. */
const originOf = (given: string): string => {
  const url = URL.parse(given);
  return url ? (url.origin === 'null' ? url.protocol : url.origin) : maskLink(given, TEXT_MAX);
};

function refusedBy(report: unknown): Refused | undefined {
  if (!isObject(report)) return undefined;
  const told = isObject(report['csp-report']) ? report['csp-report'] : report['body'];
  if (!isObject(told)) return undefined;
  const named = textOf(
    told['effectiveDirective'] ?? told['effective-directive'] ?? told['violated-directive'],
  );
  const directive = named.split(' ')[0]!;
  return {
    directive: DIRECTIVES.has(directive) ? directive : 'other',
    blocked: originOf(textOf(told['blockedURL'] ?? told['blocked-uri'])),
    page: maskLink(textOf(told['documentURL'] ?? told['document-uri']), TEXT_MAX),
  };
}

/** @returns what a browser reports; empty for an invalid body */
export function readCspReports(body: string): Refused[] {
  let parsed: unknown;
  try {
    parsed = JSON.parse(body);
  } catch {
    return [];
  }
  const reports: unknown[] = Array.isArray(parsed) ? parsed.slice(0, REPORTS_MAX) : [parsed];
  return reports.flatMap((report) => refusedBy(report) ?? []);
}

/**
 * POST /api/v1/csp-report: counts what pages were refused by their policy, and logs each kind once an hour. Anybody may
 * send anything here: none of it is trusted or stored, and the answer is always empty.
 */
export function serveCspReports(
  app: FastifyInstance,
  uses: {
    readonly clock: Clock;
    readonly log: Log;
    readonly metrics: Metrics;
    readonly rateLimiter: RateLimiter;
    readonly brake: Brake;
    readonly visitorOf: VisitorOf;
  },
): void {
  const refusals = uses.metrics.counter({
    name: 'klieg_csp_refusals_total',
    help: 'What browsers report that the policy of a page refused, by directive',
    labelNames: ['directive'],
  });
  const logged = new Set<string>();
  let since = uses.clock.now();
  const tell = (refused: Refused): void => {
    refusals.inc({ directive: refused.directive });
    const kind = `${refused.directive} ${refused.blocked}`;
    // Made-up kinds can hide real ones for an hour at most.
    if (uses.clock.now() - since >= LOGGED_MS) {
      logged.clear();
      since = uses.clock.now();
    }
    if (logged.size >= LOGGED_MAX || logged.has(kind)) return;
    logged.add(kind);
    uses.log.warn({ ...refused }, 'a page was refused something by its content security policy');
  };
  void app.register((scope, _options, done) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser(
      TYPES,
      { parseAs: 'string', bodyLimit: BODY_BYTES_MAX },
      (_request, body, parsed) => parsed(null, body),
    );
    scope.addHook('onRequest', async (request) => {
      const { network } = uses.visitorOf(request);
      const taken = await uses.rateLimiter.take('log', network, false);
      if (taken.isAllowed) return;
      await uses.brake.hold(network);
      throw new AppError('common.rate_limited', { params: { retry_after_seconds: taken.resetSeconds } });
    });
    scope.post(CSP_REPORT_PATH, async ({ body }, reply) => {
      for (const refused of readCspReports(textOf(body))) tell(refused);
      return reply.status(204).send();
    });
    done();
  });
}
