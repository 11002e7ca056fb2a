export { cookieNames } from './resolve-caller.ts';
export { nameOf, type SiteCaller, unknownBrowser } from './caller.ts';
export { composeSessions, type SessionsFeature } from './compose.ts';
export { type EndWatch, isEndOf, makeEndWatch } from './end-watch.ts';
export { guestNameOf } from './guest-cookie.ts';
export type { LoginSessions } from './login-session.ts';
export { NODE_TOKEN_MS, type NodeTokenStore, type TokenHolder } from './node-token-store.ts';
export { announceSessionEnded, onSessionEnded, type SessionEnded } from './session-events.ts';
export type { SessionStore } from './session-store.ts';
