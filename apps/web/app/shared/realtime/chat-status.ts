import type { ChatStatus } from '@klieg/contract';

// The contract's own list would bring its schemas into the page; a missing or unknown value does not compile.
const KNOWN: Readonly<Record<ChatStatus, true>> = {
  connected: true,
  limited: true,
  offline: true,
  online: true,
  online_ai: true,
  private: true,
  reconnecting: true,
  standby: true,
};

/** A status of the wire; undefined for one that this page does not know (W17). */
export const readChatStatus = (value: unknown): ChatStatus | undefined =>
  typeof value === 'string' && Object.hasOwn(KNOWN, value) ? (value as ChatStatus) : undefined;
