import type { MediaOrder } from '@klieg/contract/media';

/**
 * The broadcast goes on under a new name: viewers of the old name are closed and its tokens end
 * (rule S10: the origin closes the old name itself).
 */
export interface RenameOrder {
  readonly kind: 'rename';
  readonly broadcastId: string;
  readonly streamName: string;
}

export type Order = MediaOrder | RenameOrder;

const isText = (value: unknown): value is string =>
  typeof value === 'string' && value.length > 0 && value.length <= 200;

/** An order from the bus; undefined when it is of another shape. Unknown kinds are not an error. */
export function parseOrder(message: unknown): Order | undefined {
  if (typeof message !== 'object' || message === null) return undefined;
  const { kind, session, streamName, broadcastId } = message as Record<string, unknown>;
  switch (kind) {
    case 'report':
      return { kind };
    case 'stop':
      return isText(broadcastId) ? { kind, broadcastId } : undefined;
    case 'rename':
      return isText(broadcastId) && isText(streamName) ? { kind, broadcastId, streamName } : undefined;
    case 'revoke':
      if (!isText(session) && !isText(streamName)) return undefined;
      return {
        kind,
        ...(isText(session) ? { session } : {}),
        ...(isText(streamName) ? { streamName } : {}),
      };
    default:
      return undefined;
  }
}
