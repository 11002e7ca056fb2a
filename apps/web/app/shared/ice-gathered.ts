/** Resolves when the browser has found its addresses for a connection, and after that time in any case. */
export function iceGathered(peer: RTCPeerConnection, limitMs: number): Promise<void> {
  return new Promise((resolve) => {
    if (peer.iceGatheringState === 'complete') return resolve();
    const timer = setTimeout(resolve, limitMs);
    peer.addEventListener('icegatheringstatechange', () => {
      if (peer.iceGatheringState !== 'complete') return;
      clearTimeout(timer);
      resolve();
    });
  });
}
