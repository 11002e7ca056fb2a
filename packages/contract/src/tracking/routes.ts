import type { Routes } from '../call.ts';

export const trackingRoutes = {
  logToast: ['POST', '/log/react-toast'],
  logLobbyFailure: ['POST', '/log/frontend-ws-fail'],
  logPurchaseLink: ['POST', '/log/purchase'],
  reportStuckVideo: ['POST', '/video/stuck'],
  reportPageError: ['POST', '/log/react-error'],
} as const satisfies Routes;

/** Sent only with consent, or for few people: its code loads late. */
export const trackingLateRoutes = {
  sendLogs: ['POST', '/log'],
  sendPageEvent: ['POST', '/log/analytics'],
  sendTracking: ['POST', '/tracking'],
  setConsent: ['POST', '/consent'],
  sendFingerprint: ['POST', '/fingerprint'],
  countThumbClick: ['POST', '/thumb-tracker/click'],
} as const satisfies Routes;
