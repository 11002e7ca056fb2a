import { z } from 'zod';
import { calls, instant, ok, okOnly, shape } from '../call.ts';
import { trackingRoutes } from './routes.ts';

export const trackingCalls = calls(trackingRoutes, {
  logToast: {
    who: 'user',
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
    rate: 'log',
    body: shape({ server: z.string().max(200) }),
    response: okOnly,
    errors: [],
    ids: ['TRACKING-LOGGING-002'],
  },
  logPurchaseLink: {
    who: 'guest',
    rate: 'log',
    body: shape({ link: z.string().max(1000) }),
    response: okOnly,
    errors: [],
    ids: ['TRACKING-LOGGING-004'],
  },
  reportPageError: {
    who: 'guest',
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
