import { useEffect } from 'react';
import { useMember } from '../../shared/me/me-store.ts';
import { isInPrivate } from '../../shared/private-room.ts';
import { sendConsole } from './console-batch.ts';

/**
 * Sends the console of a member whom support is helping with a fault, or who is in a private (TRACKING-LOGGING-016).
 */
export function useConsole(): void {
  const member = useMember();
  const isMember = member !== undefined;
  const isRemote = member?.user.user_roles.includes('remote_logging') ?? false;
  useEffect(() => {
    if (!isMember) return undefined;
    return sendConsole(() => isRemote || isInPrivate());
  }, [isMember, isRemote]);
}
