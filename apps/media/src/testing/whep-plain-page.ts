import type { Page } from '@playwright/test';

/** Plays a stream by WHEP in the page that is open, as a player of others would. @param url of the endpoint for the stream */
export const playWhepHere = (page: Page, url: string, token: string): Promise<void> =>
  page.evaluate(
    async ([address, bearer]) => {
      const peer = new RTCPeerConnection();
      const video = Object.assign(document.createElement('video'), { muted: true, autoplay: true });
      document.body.replaceChildren(video);
      const stream = new MediaStream();
      video.srcObject = stream;
      for (const kind of ['video', 'audio']) peer.addTransceiver(kind, { direction: 'recvonly' });
      peer.ontrack = ({ track }) => stream.addTrack(track);
      Object.assign(globalThis, { peer });
      await peer.setLocalDescription();
      const answer = await fetch(address, {
        method: 'POST',
        headers: { authorization: `Bearer ${bearer}`, 'content-type': 'application/sdp' },
        body: peer.localDescription!.sdp,
      });
      if (!answer.ok) throw new Error(`refused with ${answer.status}`);
      await peer.setRemoteDescription({ type: 'answer', sdp: await answer.text() });
    },
    [url, token] as const,
  );
