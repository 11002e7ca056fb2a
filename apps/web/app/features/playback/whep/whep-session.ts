import { iceGathered } from '#app/shared/ice-gathered.ts';
import { findRelays } from '#app/shared/relays.ts';

/*
 * One WHEP session: an offer by POST, a fresh token by PATCH, DELETE at the end.
 */

/** An open session; its tracks are in `stream`. */
export interface WhepSession {
  readonly peer: RTCPeerConnection;
  readonly stream: MediaStream;
  /** Shows a fresh token. @returns whether the server ends soon. @throws WhepRefused, or whatever fetch throws */
  renew(token: string): Promise<boolean>;
  /** Leaves; a repeat does nothing. */
  close(): void;
}

/** The server's no. */
export class WhepRefused extends Error {
  readonly status: number;
  constructor(status: number) {
    super(`refused with ${status}`);
    this.status = status;
  }
}

const GATHER_MS = 1_000;

async function post(
  endpoint: string,
  token: string,
  sdp: string,
): Promise<{ answer: string; resource: string }> {
  const response = await fetch(endpoint, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/sdp' },
    body: sdp,
  });
  const location = response.headers.get('location');
  if (!response.ok || location === null) throw new WhepRefused(response.status);
  return { answer: await response.text(), resource: new URL(location, endpoint).href };
}

const leave = (resource: string): void =>
  void fetch(resource, { method: 'DELETE', keepalive: true }).catch(() => undefined);

/** Opens a session. @throws WhepRefused, or whatever fetch and the browser's WebRTC throw */
export async function openWhepSession(endpoint: string, token: string): Promise<WhepSession> {
  const peer = new RTCPeerConnection({ bundlePolicy: 'max-bundle', iceServers: await findRelays() });
  const stream = new MediaStream();
  peer.ontrack = ({ track, receiver }) => {
    // No more delay than the line's own jitter asks for.
    receiver.jitterBufferTarget = 0;
    stream.addTrack(track);
  };
  let resource: string | undefined;
  const close = (): void => {
    if (resource !== undefined) leave(resource);
    resource = undefined;
    peer.close();
  };
  try {
    peer.addTransceiver('video', { direction: 'recvonly' });
    peer.addTransceiver('audio', { direction: 'recvonly' });
    await peer.setLocalDescription();
    await iceGathered(peer, GATHER_MS);
    const posted = await post(endpoint, token, peer.localDescription?.sdp ?? '');
    ({ resource } = posted);
    await peer.setRemoteDescription({ type: 'answer', sdp: posted.answer });
  } catch (error) {
    close();
    throw error;
  }
  return {
    peer,
    stream,
    async renew(fresh) {
      if (resource === undefined) return false;
      const response = await fetch(resource, {
        method: 'PATCH',
        headers: {
          authorization: `Bearer ${fresh}`,
          'content-type': 'application/trickle-ice-sdpfrag',
        },
        body: '',
      });
      if (!response.ok) throw new WhepRefused(response.status);
      return response.headers.has('klieg-move');
    },
    close,
  };
}
