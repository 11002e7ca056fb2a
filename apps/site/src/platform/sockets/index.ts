export { type AccountFeed, makeAccountFeed } from './account-feed.ts';
export { type Channel, type Cohort, makeChannel } from './channel.ts';
export {
  type Authorized,
  type Gateway,
  type GatewayKind,
  type GatewayOptions,
  makeGateway,
  PING_SECONDS,
} from './gateway.ts';
export { shareMessage } from './shared-message.ts';
export { makeSocketsMaxOf } from './sockets-max.ts';
export { watchSockets } from './socket-metrics.ts';
export type { Socket } from './socket.ts';
export { readInbound } from './inbound.ts';
