import { createHmac } from 'node:crypto';
import { isIPv6 } from 'node:net';

const LOOPBACK = /^(?:127\.|::1$|::ffff:127\.)/;
const IPV6_GROUPS = 4;

/** The network that one household has: an IPv4 address, or the first 64 bits of an IPv6 one. */
function networkOf(address: string): string {
  const plain = address.replace(/^::ffff:(?=\d+\.)/, '');
  if (!isIPv6(plain)) return plain;
  const [head = '', tail] = plain.split('::');
  const front = head.split(':').filter(Boolean);
  const back = tail === undefined ? [] : tail.split(':').filter(Boolean);
  const zeros = tail === undefined ? [] : Array<string>(8 - front.length - back.length).fill('0');
  return [...front, ...zeros, ...back]
    .slice(0, IPV6_GROUPS)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':');
}

/**
 * Stands for a visitor's network without telling it. Undefined for loopback: whoever comes from there
 * is the operator, or everybody behind a proxy that was not configured.
 */
export const addressTagOf = (secret: Uint8Array, address: string): string | undefined =>
  address === '' || LOOPBACK.test(address)
    ? undefined
    : createHmac('sha256', secret)
        .update(`address:${networkOf(address)}`)
        .digest('base64url')
        .slice(0, 22);
