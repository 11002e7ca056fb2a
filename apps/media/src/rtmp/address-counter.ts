import { isIPv6 } from 'node:net';

/** Counts connections, in all and by where they come from. */
export interface AddressCounter {
  /** @returns false, and counts nothing, when there are too many already */
  enter(address: string): boolean;
  leave(address: string): void;
}

export interface AddressCounterOptions {
  readonly totalMax: number;
  readonly perAddressMax: number;
}

const MAPPED_PREFIX = '::ffff:';
/** A network of 64 bits is what one subscriber has. */
const NETWORK_GROUPS = 4;

/** The address, or the network that one subscriber of IPv6 can choose addresses from. */
export function networkOf(address: string): string {
  if (address.startsWith(MAPPED_PREFIX) && address.includes('.')) return address.slice(MAPPED_PREFIX.length);
  if (!isIPv6(address)) return address;
  const [head = '', tail] = address.split('%', 1)[0]!.split('::');
  const before = head === '' ? [] : head.split(':');
  const after = tail ? tail.split(':') : [];
  const zeros = tail === undefined ? 0 : 8 - before.length - after.length;
  const groups = [...before, ...Array.from({ length: zeros }, () => '0'), ...after];
  return groups.slice(0, NETWORK_GROUPS).join(':');
}

export function makeAddressCounter({ totalMax, perAddressMax }: AddressCounterOptions): AddressCounter {
  const counts = new Map<string, number>();
  let total = 0;
  return {
    enter(address) {
      const network = networkOf(address);
      const count = counts.get(network) ?? 0;
      if (total >= totalMax || count >= perAddressMax) return false;
      total += 1;
      counts.set(network, count + 1);
      return true;
    },
    leave(address) {
      const network = networkOf(address);
      const count = (counts.get(network) ?? 0) - 1;
      total -= 1;
      if (count > 0) counts.set(network, count);
      else counts.delete(network);
    },
  };
}
