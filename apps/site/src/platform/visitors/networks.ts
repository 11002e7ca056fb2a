import { BlockList, isIP, isIPv6 } from 'node:net';

const MAPPED = /^::ffff:(?=\d+\.\d+\.\d+\.\d+$)/i;
const GROUPS = 8;
/** The part of an IPv6 address that one household is given. */
const NETWORK_GROUPS = 4;

/** An address in one form: an IPv4-mapped IPv6 address becomes the IPv4 one. */
export const plainAddress = (address: string): string => address.replace(MAPPED, '').toLowerCase();

/** An address of this machine; names never count, even if they look like one. */
export function isLoopback(address: string): boolean {
  const plain = plainAddress(address);
  return isIP(plain) !== 0 && (plain.startsWith('127.') || plain === '::1');
}

/**
 * The network of one household, as limits and bans count it: an IPv4 address, or the first 64 bits of an IPv6 one. A
 * text that is not an address stands for itself.
 */
export function networkOf(address: string): string {
  const plain = plainAddress(address).replace(/%.*$/, '');
  if (!isIPv6(plain)) return plain;
  const [head = '', tail] = plain.split('::');
  const front = head.split(':').filter(Boolean);
  const back = tail === undefined ? [] : tail.split(':').filter(Boolean);
  const zeros = tail === undefined ? [] : Array<string>(GROUPS - front.length - back.length).fill('0');
  const groups = [...front, ...zeros, ...back].slice(0, NETWORK_GROUPS);
  return `${groups.map((group) => Number.parseInt(group, 16).toString(16)).join(':')}::/64`;
}

/** Whether an address is one of a list. */
export type IsListed = (address: string) => boolean;

interface Network {
  readonly address: string;
  readonly version: 'ipv4' | 'ipv6';
  readonly prefix: number;
}

/** Reads an address, or a network such as `10.0.0.0/8`; undefined for anything else. */
function parseNetwork(text: string): Network | undefined {
  const [address = '', bits] = text.split('/');
  const version = isIP(address) === 6 ? 'ipv6' : 'ipv4';
  const longest = version === 'ipv6' ? 128 : 32;
  const prefix = bits === undefined ? longest : /^\d{1,3}$/.test(bits) ? Number(bits) : Infinity;
  return isIP(address) === 0 || prefix > longest ? undefined : { address, version, prefix };
}

/** No one operator has a network that is larger than these, in bits of its prefix. */
const PREFIX_MIN = { ipv4: 8, ipv6: 16 } as const;
/** Position of IPv4 addresses among those of IPv6, `::ffff:0:0/96`. */
const MAPPED_BITS = 96;

/** Whether a network has more addresses than any operator: a large part of everybody is in it. */
export function isVastNetwork(text: string): boolean {
  const network = parseNetwork(text);
  if (!network) return false;
  const { address, version, prefix } = network;
  if (prefix < PREFIX_MIN[version]) return true;
  if (version === 'ipv4' || prefix >= MAPPED_BITS + PREFIX_MIN.ipv4) return false;
  const mapped = new BlockList();
  mapped.addSubnet('::ffff:0:0', Math.min(prefix, MAPPED_BITS), 'ipv6');
  return mapped.check(address, 'ipv6');
}

/**
 * Reads addresses and networks such as `127.0.0.1`, `10.0.0.0/8` and `fd00::/8`.
 * @throws TypeError naming the first that is neither
 */
export function readNetworks(texts: readonly string[]): IsListed {
  const list = new BlockList();
  for (const text of texts) {
    const network = parseNetwork(text);
    if (!network) throw new TypeError(`${text} is no address and no network`);
    list.addSubnet(network.address, network.prefix, network.version);
  }
  return (address) => {
    const plain = plainAddress(address);
    const version = isIP(plain);
    return version !== 0 && list.check(plain, version === 6 ? 'ipv6' : 'ipv4');
  };
}
