import type { Socket } from 'node:net';
import { AppError, uuidv7 } from '@klieg/kernel';
import { answerError } from './error-answer.ts';

/** By the code of Node's parser; all others are requests that nobody can read. */
const KNOWN: Readonly<Record<string, { readonly status: string; readonly code: string }>> = {
  HPE_HEADER_OVERFLOW: { status: '431 Request Header Fields Too Large', code: 'common.too_large' },
  ERR_HTTP_REQUEST_TIMEOUT: { status: '408 Request Timeout', code: 'common.invalid_input' },
};
const UNREADABLE = { status: '400 Bad Request', code: 'common.invalid_input' };

/** Answers bytes that are no request, in the shape of every error, and ends the connection. */
export function answerUnreadable({ code = '' }: NodeJS.ErrnoException, socket: Socket): void {
  if (code === 'ECONNRESET' || socket.destroyed) return;
  const known = KNOWN[code] ?? UNREADABLE;
  const requestId = uuidv7();
  const body = JSON.stringify(answerError(new AppError(known.code), requestId).body);
  if (socket.writable)
    socket.write(
      [
        `HTTP/1.1 ${known.status}`,
        `x-request-id: ${requestId}`,
        'x-content-type-options: nosniff',
        'cache-control: private, no-store',
        'content-type: application/json; charset=utf-8',
        `content-length: ${Buffer.byteLength(body)}`,
        'connection: close',
        '',
        body,
      ].join('\r\n'),
    );
  socket.destroySoon();
}
