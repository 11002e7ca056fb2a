import { useEffect, useState } from 'react';
import { sendableCodecs } from './h264-codecs.ts';

/** Firefox gets its H.264 encoder some minutes after its first start. */
const LOOK_MS = 5_000;

/** Whether this browser can send a picture that the server takes. */
export function useCanSend(): boolean {
  const [canSend, setCanSend] = useState(true);
  useEffect(() => {
    const look = () => setCanSend(sendableCodecs()?.length !== 0);
    look();
    const timer = setInterval(look, LOOK_MS);
    return () => clearInterval(timer);
  }, []);
  return canSend;
}
