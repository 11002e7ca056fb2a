import type { EventName } from '@klieg/contract';
import type { MessageLimits } from './message-limits.ts';
import type { Socket } from './socket.ts';

/* What the gateway answers where a message is not taken (W17, W23, W26, W40). */

/** Says what was wrong with a message, and closes with 4400 after too many of them. */
export function refuseMalformed(
  socket: Socket,
  limits: MessageLimits,
  fault: { readonly event?: string; readonly field?: string; readonly clientId?: string },
  now: number,
): void {
  if (limits.countMalformed(now)) return socket.close(4400, 'malformed');
  socket.send('v3.error', {
    errorType: 'invalid_message',
    ...(fault.event !== undefined && { event: fault.event }),
    ...(fault.clientId !== undefined && { client_id: fault.clientId }),
    ...(fault.field !== undefined && { field: fault.field }),
  });
}

/** Says how long to wait, and closes a page that continues with 4429. */
export function refuseRate(
  socket: Socket,
  limits: MessageLimits,
  name: EventName | undefined,
  payload: Record<string, unknown>,
  waitMs: number,
  now: number,
): void {
  if (limits.countRefused(now)) return socket.close(4429, 'rate');
  const clientId = payload['client_id'];
  if (typeof clientId === 'string')
    socket.send('v3.ack', {
      client_id: clientId,
      status: 0,
      errorType: 'rate_limited',
      retry_after_ms: waitMs,
    });
  else {
    const event = name === undefined ? {} : { event: name };
    socket.send('v3.error', { errorType: 'rate_limited', ...event, retry_after_ms: waitMs });
  }
}

/** The answer to an event that is declared and that nobody serves yet: an ack where one is awaited. */
export function refuseNotYet(socket: Socket, name: EventName, payload: Record<string, unknown>): void {
  const clientId = payload['client_id'];
  if (typeof clientId === 'string')
    return void socket.send('v3.ack', { client_id: clientId, status: 0, errorType: 'not_yet' });
  socket.send('v3.error', { errorType: 'not_yet', event: name, code: 'common.not_yet' });
}

/** Closes a page whose frame rules are no longer understood. */
export function refuseOldPage(socket: Socket, version: string): void {
  socket.send('v3.client.version', { seq: 1, version, min_version: version, reload_after_ms: 0 });
  socket.send('v3.refresh', { reason: 'protocol' });
  socket.close(4406, 'too old');
}
