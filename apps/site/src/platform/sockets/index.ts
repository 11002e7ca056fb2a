export { type Channel, type Cohort, makeChannel } from './channel.ts';
export { textFrame } from './frame.ts';
export {
  type Authorized,
  type Gateway,
  type GatewayKind,
  type GatewayOptions,
  makeGateway,
  PING_SECONDS,
} from './gateway.ts';
export type { Socket } from './socket.ts';
export { frameOf, lazyFrame } from './wire.ts';
