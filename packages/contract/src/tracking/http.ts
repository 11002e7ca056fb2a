import { z } from 'zod';
import { calls, instant, ok, okOnly, shape, username } from '../call.ts';
import { trackingRoutes } from './routes.ts';

const DAY_MS = 24 * 3_600_000;

export const trackingCalls = calls(trackingRoutes, {
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
      /** What the viewer says of it; absent where nobody was asked yet. */
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
