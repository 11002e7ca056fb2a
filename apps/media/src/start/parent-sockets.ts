import type { IncomingHttpHeaders } from 'node:http';
import { Socket } from 'node:net';
import type { UpgradeRequest } from '../edge/sockets/viewer-gate.ts';

/** A WebSocket upgrade that the parent process hands over together with its socket. */
interface UpgradeMessage {
  readonly upgrade: {
    readonly method: string;
    readonly url: string;
    readonly headers: IncomingHttpHeaders;
    /** Base64. */
    readonly head: string;
  };
}

function isUpgradeMessage(value: unknown): value is UpgradeMessage {
  const upgrade = (value as { upgrade?: unknown } | null)?.upgrade as
    | Partial<UpgradeMessage['upgrade']>
    | undefined;
  return (
    typeof upgrade?.url === 'string' &&
    typeof upgrade.method === 'string' &&
    typeof upgrade.head === 'string' &&
    typeof upgrade.headers === 'object'
  );
}

/**
 * Takes encoders' connections from a process channel; the parent listens for them, and nothing of them has been read.
 */
export function onParentEncoder(channel: NodeJS.Process, accept: (socket: Socket) => void): void {
  channel.on('message', (message: { readonly encoder?: unknown } | null, handle: unknown) => {
    if (message?.encoder === true && handle instanceof Socket) accept(handle);
  });
}

/** Takes the parent's upgrades from a process channel. */
export function onParentUpgrade(
  channel: NodeJS.Process,
  accept: (request: UpgradeRequest, socket: Socket) => void,
): void {
  channel.on('message', (message: unknown, handle: unknown) => {
    if (!isUpgradeMessage(message)) return;
    // NOTE: the handle is absent when the client left while it was on its way.
    if (!(handle instanceof Socket)) return;
    const { url, method, headers, head } = message.upgrade;
    accept({ url, method, headers, head: Buffer.from(head, 'base64') }, handle);
  });
}
