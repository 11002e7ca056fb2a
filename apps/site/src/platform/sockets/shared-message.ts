import type { EventName, Payload } from '@klieg/contract';
import type { Socket } from './socket.ts';
import { lazyFrame } from './wire.ts';

/**
 * One message for pages that come one after the other: encoded once for all that are spoken to alike.
 * @returns writes it to a page, as `send` of its socket would
 */
export function shareMessage<N extends EventName>(name: N, payload: Payload<N>): (socket: Socket) => boolean {
  const frame = lazyFrame(name, payload);
  return (socket) => {
    const encoded = frame(socket.dialect);
    return encoded ? socket.gather(encoded) : true;
  };
}
