import type { Routes } from '../call.ts';

export const trackingRoutes = {
  logToast: ['POST', '/log/react-toast'],
  logLobbyFailure: ['POST', '/log/frontend-ws-fail'],
  logPurchaseLink: ['POST', '/log/purchase'],
  reportStuckVideo: ['POST', '/video/stuck'],
  reportPageError: ['POST', '/log/react-error'],
} as const satisfies Routes;
