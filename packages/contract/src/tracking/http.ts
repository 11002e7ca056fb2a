import { DAY_MS } from '@klieg/kernel/time';
import { z } from 'zod';
import { calls, instant, ok, okOnly, shape, username } from '../call.ts';
import { LOG_ENTRIES_MAX, PAGE_EVENTS } from './limits.ts';
import { visitTracking } from './visit-tracking.ts';
import { trackingLateRoutes, trackingRoutes } from './routes.ts';

const PARAMS_BYTES_MAX = 1_024;
const pageEvent = z.enum(PAGE_EVENTS);

const nowCalls = calls(trackingRoutes, {
  logToast: {
    who: 'user',
    openToSuspended: true,
    rate: 'log',
    body: shape({
      appearance: z.enum(['success', 'error', 'info', 'warning']),
      content: z.string().max(500),
      title: z.string().max(200),
      url: z.string().max(500),
    }),
    response: okOnly,
    errors: [],
    ids: ['TRACKING-LOGGING-003', 'TRACKING-LOGGING-011'],
  },
  logLobbyFailure: {
    who: 'guest',
    openToSuspended: true,
    rate: 'log',
    body: shape({ server: z.string().max(200) }),
    response: okOnly,
    errors: [],
    ids: ['TRACKING-LOGGING-002'],
  },
  logPurchaseLink: {
    who: 'guest',
    openToSuspended: true,
    rate: 'log',
    body: shape({ link: z.string().max(1000) }),
    response: okOnly,
    errors: [],
    ids: ['TRACKING-LOGGING-004'],
  },
  reportStuckVideo: {
    who: 'guest',
    openToSuspended: true,
    rate: 'log',
    body: shape({
      username,
      transport: z.enum(['ws', 'hls', 'whep']),
      stalled_ms: z.int().min(0).max(DAY_MS),
      /** The viewer's answer; absent where nobody was asked yet. */
      answer: z.enum(['yes', 'no']).optional(),
    }),
    response: okOnly,
    errors: [],
    ids: ['SHELL-013'],
  },
  reportPageError: {
    who: 'guest',
    openToSuspended: true,
    rate: 'log',
    body: shape({
      clientVersion: z.string().max(64),
      errorMessage: z.string().max(1000),
      stack: z.string().max(8000),
      time: instant,
      url: z.string().max(500),
    }),
    response: ok({ code: z.string().regex(/^[A-Z0-9]{8}$/) }),
    errors: [],
    ids: ['TRACKING-LOGGING-006', 'ERRORS-001', 'ERRORS-064'],
  },
});

const lateCalls = calls(trackingLateRoutes, {
  sendLogs: {
    who: 'user',
    openToSuspended: true,
    rate: 'log',
    bodyBytesMax: 128 * 1_024,
    body: shape({
      logs: z
        .array(
          shape({
            level: z.enum(['log', 'info', 'warn', 'error']),
            at: instant,
            text: z.string().max(1000),
          }),
        )
        .max(LOG_ENTRIES_MAX),
    }),
    response: okOnly,
    errors: [],
    ids: ['TRACKING-LOGGING-001', 'TRACKING-LOGGING-016'],
  },
  sendPageEvent: {
    who: 'guest',
    openToSuspended: true,
    rate: 'log',
    body: z.union([
      shape({ event: pageEvent }),
      shape({
        name: pageEvent,
        params: z
          .record(z.string().max(40), z.union([z.string().max(200), z.number(), z.boolean()]))
          .refine((params) => JSON.stringify(params).length <= PARAMS_BYTES_MAX),
      }),
    ]),
    response: okOnly,
    errors: [],
    ids: ['TRACKING-LOGGING-007', 'ERRORS-010'],
  },
  sendTracking: {
    who: 'guest',
    openToSuspended: true,
    rate: 'log',
    body: visitTracking,
    response: okOnly,
    errors: [],
    ids: ['TRACKING-LOGGING-010'],
  },
  setConsent: {
    who: 'guest',
    openToSuspended: true,
    rate: 'write',
    body: shape({ analytics: z.boolean(), ads: z.boolean(), fingerprint: z.boolean() }),
    response: okOnly,
    errors: [],
    ids: ['TRACKING-LOGGING-014'],
  },
  sendFingerprint: {
    who: 'guest',
    openToSuspended: true,
    rate: 'log',
    body: shape({
      visitor_id: z.string().min(1).max(64),
      linked_id: z.string().max(64),
      tag: z.string().max(64),
    }),
    /** Empty without consent: nothing is stored then. */
    response: ok({ fp: z.string() }),
    errors: [],
    ids: ['TRACKING-LOGGING-015', 'ERRORS-009'],
  },
  countThumbClick: {
    who: 'guest',
    openToSuspended: true,
    rate: 'log',
    body: shape({ thumbUrl: z.string().min(1).max(500) }),
    response: okOnly,
    errors: [],
    ids: ['TRACKING-LOGGING-005'],
  },
});

export const trackingCalls = { ...nowCalls, ...lateCalls };
