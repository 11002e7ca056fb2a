import type { ChatMode } from '@klieg/contract';
import { sourceClass } from '../mse/media-buffering.ts';
import type { TransportName } from '../player/transport.ts';

const HLS_TYPE = 'application/vnd.apple.mpegurl';

/** Which ways this browser can play. */
export type Abilities = Readonly<Record<TransportName, boolean>>;

export interface TransportChoice {
  /** What the address of the page asks for, for tests and support. */
  readonly forced: TransportName | undefined;
  readonly mode: ChatMode;
  readonly can: Abilities;
  /** Ways that did not work here. */
  readonly broken: ReadonlySet<TransportName>;
}

/** Playlists are requested by one name, whoever plays them. */
const isMeant = (name: TransportName, forced: TransportName): boolean =>
  name === forced || (forced === 'hls' && name === 'native');

/** The transport to use, undefined if none is left. People who answer each other are connected directly. */
export function chooseTransport({ forced, mode, can, broken }: TransportChoice): TransportName | undefined {
  const order: readonly TransportName[] =
    mode === 'private' ? ['whep', 'ws', 'hls', 'native'] : ['ws', 'hls', 'native', 'whep'];
  const allowed = forced === undefined ? order : order.filter((name) => isMeant(name, forced));
  return allowed.find((name) => can[name] && !broken.has(name));
}

/** `transport` of the page's query. */
export function forcedTransport(query: URLSearchParams): TransportName | undefined {
  const asked = query.get('transport');
  return asked === 'ws' || asked === 'hls' || asked === 'whep' ? asked : undefined;
}

/** Asks this browser. */
export function readAbilities(video: HTMLVideoElement): Abilities {
  const hasSource = sourceClass() !== undefined;
  return {
    ws: hasSource && 'WebSocket' in globalThis,
    hls: hasSource,
    native: video.canPlayType(HLS_TYPE) !== '',
    whep: 'RTCPeerConnection' in globalThis,
  };
}
