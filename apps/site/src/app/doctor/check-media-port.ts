import { randomBytes } from 'node:crypto';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import type { Config } from '../config.ts';
import { fail, type Finding, ok, sayError, warn } from './finding.ts';

const WAIT_MS = 1_500;
const MAGIC_COOKIE = Buffer.from('2112a442', 'hex');
const BINDING_REQUEST = Buffer.from('00010000', 'hex');
const TRANSACTION_BYTES = 12;
const TRANSACTION_AT = 8;

/** Whether a port is taken by somebody of this machine. Any other failure rejects. */
async function isTaken(port: number): Promise<boolean> {
  const socket = createSocket('udp4');
  try {
    socket.bind(port, '0.0.0.0');
    await once(socket, 'listening');
    return false;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EADDRINUSE') return true;
    throw error;
  } finally {
    socket.close();
  }
}

/** Whether a STUN binding request (RFC 8489) is answered on loopback. */
async function answersStun(port: number): Promise<boolean> {
  const socket = createSocket('udp4');
  const transaction = randomBytes(TRANSACTION_BYTES);
  try {
    socket.send(Buffer.concat([BINDING_REQUEST, MAGIC_COOKIE, transaction]), port, '127.0.0.1');
    const [answer] = (await once(socket, 'message', { signal: AbortSignal.timeout(WAIT_MS) })) as [Buffer];
    return answer.subarray(TRANSACTION_AT, TRANSACTION_AT + TRANSACTION_BYTES).equals(transaction);
  } catch {
    return false;
  } finally {
    socket.close();
  }
}

/** What can be known on this machine of the UDP port of WebRTC; whether a firewall lets it in cannot. */
export async function checkMediaPort({
  icePort,
  roles,
}: Pick<Config, 'icePort' | 'roles'>): Promise<Finding[]> {
  const check = 'media UDP';
  if (!roles.has('media')) return [ok(check, 'media runs elsewhere: run this there')];
  if (icePort === 0)
    return [
      warn(
        check,
        'any port is used: set ICE_PORT to one that the firewall lets in; not checked from outside',
      ),
    ];
  const outside = 'whether the firewall lets it in was not checked';
  try {
    if (!(await isTaken(icePort)))
      return [
        warn(check, `nothing holds port ${icePort}, media holds it while it has connections; ${outside}`),
      ];
    return (await answersStun(icePort))
      ? [ok(check, `port ${icePort} answers STUN on this machine; ${outside}`)]
      : [warn(check, `port ${icePort} is held, and gives strangers no answer by STUN; ${outside}`)];
  } catch (error) {
    return [fail(check, `port ${icePort} cannot be used (${sayError(error)}): choose another ICE_PORT`)];
  }
}
