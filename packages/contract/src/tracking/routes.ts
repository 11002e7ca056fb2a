import type { Routes } from '../call.ts';

export const trackingRoutes = {
  logToast: ['POST', '/log/react-toast'],
  logLobbyFailure: ['POST', '/log/frontend-ws-fail'],
  logPurchaseLink: ['POST', '/log/purchase'],
  reportStuckVideo: ['POST', '/video/stuck'],
  reportPageError: ['POST', '/log/react-error'],
} as const satisfies Routes;

/** What is sent with consent, or of few people: its code comes late. */
export const trackingLateRoutes = {
  sendLogs: ['POST', '/log'],
  sendPageEvent: ['POST', '/log/analytics'],
  sendTracking: ['POST', '/tracking'],
  setConsent: ['POST', '/consent'],
  sendFingerprint: ['POST', '/fingerprint'],
  countThumbClick: ['POST', '/thumb-tracker/click'],
} as const satisfies Routes;
