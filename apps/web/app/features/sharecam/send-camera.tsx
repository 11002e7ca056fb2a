import { useEffect, useRef } from 'react';
import type { SlotProps } from '../../shared/room-module/room-module.ts';
import { ownCamera } from './own-camera.ts';
import { askToSend, stopSharing } from './sharecam-calls.ts';
import type { SharecamPart } from './sharecam-part.ts';
import { useOwnCamera } from './use-own-camera.ts';

const AGAIN_MS = 2_000;

/**
 * Sends the own camera while the performer agrees and consent was given on this page, and releases it when it is over
 * or the room is left. Renders nothing.
 */
export default function SendCamera({ part, room }: SlotProps<SharecamPart>): null {
  const { username } = room.user;
  const { capture, hasConsent } = useOwnCamera();
  const { own } = part;
  const id = own?.id;
  const mayBeSent = own?.state === 'accepted' || own?.state === 'ready';
  const isFilming = capture.kind === 'on';
  useEffect(() => {
    if (id === undefined || !mayBeSent || !hasConsent || !isFilming) return undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    // A line that is away for a moment is tried again; a request that is gone ends by its event, and this with it.
    const send = (): void =>
      void ownCamera.send(askToSend(username, id)).catch(() => {
        timer = setTimeout(send, AGAIN_MS);
      });
    send();
    return () => clearTimeout(timer);
  }, [id, mayBeSent, hasConsent, isFilming, username]);

  const open = useRef(false);
  useEffect(() => {
    open.current = own !== null;
  }, [own]);
  useEffect(
    () => () => {
      const wasSent = ownCamera.get().hasConsent && open.current;
      ownCamera.stop();
      // The room was left: nobody looks at a camera that nobody sends.
      if (wasSent) void stopSharing(username).catch(() => undefined);
    },
    [username],
  );
  return null;
}
