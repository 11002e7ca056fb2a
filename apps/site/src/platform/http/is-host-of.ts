/** Whether a host name is one of the hosts, or a subdomain of one. */
export const isHostOf = (hostname: string, hosts: readonly string[]): boolean =>
  hosts.some((host) => hostname === host || hostname.endsWith(`.${host}`));
