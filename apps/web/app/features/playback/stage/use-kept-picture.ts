import { useState } from 'react';
import type { DisplayStatus } from '../screen/display-status.ts';

/** There is a picture to play; under the guest overlay its sound continues. */
export const hasStream = (status: DisplayStatus): boolean =>
  status === 'online' || status === 'guest_overlay';

/** Whether the last picture stays: the room was on the air and waits for its model (S204). */
export function useKeptPicture(status: DisplayStatus): boolean {
  const [held, setHeld] = useState({ status, isKept: false });
  if (held.status === status) return held.isKept;
  const isKept = status === 'connected' && (hasStream(held.status) || held.isKept);
  setHeld({ status, isKept });
  return isKept;
}
