import type { Bus, Unsubscribe } from '@klieg/contract/bus';

/** A login session, or all of an account, that must end everywhere within 2 s (W33). */
export interface SessionEnded {
  readonly sessionId?: string;
  readonly accountId?: number;
  readonly reason: 'logout' | 'password' | 'suspended' | 'expired' | 'revoked';
}

const SUBJECT = 'session.ended';

export const announceSessionEnded = (bus: Bus, ended: SessionEnded): void => bus.publish(SUBJECT, ended);

export const onSessionEnded = (bus: Bus, handler: (ended: SessionEnded) => void): Unsubscribe =>
  bus.subscribe(SUBJECT, (message) => handler(message as SessionEnded));
