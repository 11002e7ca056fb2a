/** Hosts that stand for every address of this machine. */
const EVERYWHERE: ReadonlySet<string> = new Set(['0.0.0.0', '::']);

/** The address, without a path, at which a process of this machine reaches what listens on a host and port of it. */
export function ownUrl(host: string, port: number): string {
  const name = EVERYWHERE.has(host) ? '127.0.0.1' : host;
  return `http://${name.includes(':') ? `[${name}]` : name}:${port}`;
}
