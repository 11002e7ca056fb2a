import type { PeerConnection, RtcConfig, Track } from 'node-datachannel';

/** Where browsers reach us by WebRTC. */
export interface IceSettings {
  /** One UDP port for all connections; 0 gives each its own. */
  readonly port: number;
  /** Address to bind; undefined for all interfaces. */
  readonly host?: string;
  /** Address that the outside sees, where it is not one of the machine's own. */
  readonly publicAddress?: string;
}

const GATHER_MS = 5_000;

export function rtcConfig(ice: IceSettings): RtcConfig {
  const muxed =
    ice.port > 0 ? { enableIceUdpMux: true, portRangeBegin: ice.port, portRangeEnd: ice.port } : {};
  return { iceServers: [], ...muxed, ...(ice.host ? { bindAddress: ice.host } : {}) };
}

/**
 * Releases tracks once their connection has ended, when nothing arrives on them any more. The library keeps a track's
 * callbacks, and everything they reach, until the track itself is closed.
 * @param tracks called when the connection has ended
 * @param onState called for each state of the connection
 */
export function releaseTracks(
  connection: PeerConnection,
  tracks: () => Iterable<Track>,
  onState: (state: string) => void,
): void {
  connection.onStateChange((state) => {
    if (state === 'closed') for (const track of tracks()) track.close();
    onState(state);
  });
}

/** The description with all candidates; undefined when they do not come in time. */
export function gatheredDescription(connection: PeerConnection): Promise<string | undefined> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(undefined), GATHER_MS);
    connection.onGatheringStateChange((state) => {
      if (state !== 'complete') return;
      clearTimeout(timer);
      resolve(connection.localDescription()?.sdp);
    });
  });
}
