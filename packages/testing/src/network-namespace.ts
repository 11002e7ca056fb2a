import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/*
 * A network of its own on this machine, joined to it by one pair of virtual cables, out of which only what is named
 * gets through. Nothing of it reaches any other machine: it knows no address but that of the other end.
 */

export interface NetworkOptions {
  /** Of it follow names and addresses, so that two of the same time need different ones. */
  readonly id: number;
  /** The one port that TCP reaches. */
  readonly tcpPort: number;
  /** The one port that UDP reaches; absent: none does. */
  readonly udpPort?: number;
}

export interface OwnNetwork {
  /** Of this machine, as the network knows it. */
  readonly address: string;
  /** A program that does inside what the given one does outside; it is gone with the network. */
  programInside(path: string): string;
  /** Runs a program inside. @returns its status and what it has printed */
  run(command: string, args: readonly string[]): { readonly status: number | null; readonly text: string };
  close(): void;
}

const ip = (...args: string[]) => spawnSync('ip', args, { encoding: 'utf8' });

function must(...args: string[]): void {
  const { status, stderr, error } = ip(...args);
  if (status !== 0) throw new Error(`ip ${args.join(' ')}: ${error?.message ?? stderr}`);
}

/** Why no network of its own can be made here; undefined: it can. */
export const whyNoNetwork: string | undefined = (() => {
  const name = `klieg-try-${process.pid}`;
  const { status, stderr, error } = ip('netns', 'add', name);
  if (status !== 0) return `no network namespaces here: ${(error?.message ?? stderr).trim()}`;
  ip('netns', 'delete', name);
  return undefined;
})();

/** What gets through: rules by protocol and port, the first that fits counts. */
function filter(name: string, { tcpPort, udpPort }: NetworkOptions): void {
  const rule = (...args: string[]) => must('-n', name, 'rule', 'add', ...args);
  rule('pref', '10', 'ipproto', 'tcp', 'dport', String(tcpPort), 'lookup', 'main');
  if (udpPort !== undefined) rule('pref', '11', 'ipproto', 'udp', 'dport', String(udpPort), 'lookup', 'main');
  rule('pref', '20', 'unreachable');
}

const IDS = 250 * 60;
/** Of the block that is set aside for tests of networks (RFC 2544), so that it stands for nothing else here. */
const addressIn = (id: number, nth: 1 | 2): string =>
  `198.18.${Math.floor((id % IDS) / 60)}.${(id % 60) * 4 + nth}`;

/** Of this machine, as a network of this id will know it. */
export const addressFor = (id: number): string => addressIn(id, 1);

/** @throws Error where `whyNoNetwork` says why */
export function makeOwnNetwork(options: NetworkOptions): OwnNetwork {
  const id = options.id % IDS;
  const name = `klieg-${process.pid}-${id}`;
  const [near, far] = [`kn${id}`, `kf${id}`];
  const folder = mkdtempSync(join(tmpdir(), 'klieg-network-'));
  chmodSync(folder, 0o755);
  const close = (): void => {
    ip('link', 'delete', near);
    ip('netns', 'delete', name);
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    must('netns', 'add', name);
    must('link', 'add', near, 'type', 'veth', 'peer', 'name', far, 'netns', name);
    for (const [link, at] of [
      [[], near],
      [['-n', name], far],
    ] as const)
      must(...link, 'link', 'set', at, 'addrgenmode', 'none');
    must('address', 'add', `${addressIn(id, 1)}/30`, 'dev', near);
    must('link', 'set', near, 'up');
    must('-n', name, 'address', 'add', `${addressIn(id, 2)}/30`, 'dev', far);
    must('-n', name, 'link', 'set', 'lo', 'up');
    must('-n', name, 'link', 'set', far, 'up');
    filter(name, options);
  } catch (err) {
    close();
    throw err;
  }
  return {
    address: addressIn(id, 1),
    programInside(path) {
      const script = join(folder, 'program');
      writeFileSync(script, `#!/bin/sh\nexec ip netns exec ${name} ${path} "$@"\n`, { mode: 0o755 });
      return script;
    },
    run(command, args) {
      const { status, stdout, stderr } = spawnSync('ip', ['netns', 'exec', name, command, ...args], {
        encoding: 'utf8',
      });
      return { status, text: `${stdout}${stderr}` };
    },
    close,
  };
}
