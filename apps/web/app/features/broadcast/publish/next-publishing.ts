import { iceGathered } from '#app/shared/ice-gathered.ts';
import { addTracks, CONNECT_MS, GATHER_MS, postOffer, type WhipResource } from './whip-offer.ts';
import type { WhipPublisherOptions } from './whip-publisher.ts';

const LOOK_MS = 100;

const afterMs = (ms: number): Promise<void> => new Promise((resolve) => void setTimeout(resolve, ms));

/** Whether packets of the picture have left. */
async function isSending(peer: RTCPeerConnection): Promise<boolean> {
  if (peer.connectionState !== 'connected') return false;
  const reports = [...((await peer.getStats()) as unknown as Map<string, Record<string, unknown>>).values()];
  return reports.some(
    ({ type, kind, framesSent }) => type === 'outbound-rtp' && kind === 'video' && Number(framesSent) > 0,
  );
}

/**
 * A connection that takes over from one whose process ends: it is there when it sends pictures.
 * @throws Error where it does not come about in time, PublishRefused, and whatever fetch and the browser's WebRTC throw
 */
export async function openNextPublishing(
  options: Pick<WhipPublisherOptions, 'endpoint' | 'stream' | 'maxKbps' | 'iceServers'> & {
    readonly maySendSizes: boolean;
    readonly token: string;
  },
): Promise<{ readonly peer: RTCPeerConnection; readonly resource: WhipResource }> {
  const { endpoint, token } = options;
  const iceServers = await options.iceServers?.();
  const peer = new RTCPeerConnection({ bundlePolicy: 'max-bundle', ...(iceServers && { iceServers }) });
  try {
    if (!(await addTracks(peer, options.stream, options.maxKbps, options.maySendSizes)))
      throw new Error('nothing can be sent');
    await peer.setLocalDescription();
    await iceGathered(peer, GATHER_MS);
    const { answer, location } = await postOffer({
      endpoint,
      token,
      offer: peer.localDescription?.sdp ?? '',
    });
    await peer.setRemoteDescription({ type: 'answer', sdp: answer });
    const startedMs = performance.now();
    while (!(await isSending(peer))) {
      if (performance.now() - startedMs > CONNECT_MS) throw new Error('nothing gets through');
      await afterMs(LOOK_MS);
    }
    return { peer, resource: { url: location, token } };
  } catch (error) {
    peer.close();
    throw error;
  }
}
