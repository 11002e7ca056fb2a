import type { Environment } from './environment.ts';

/** Hosts that are not this site's: where banners lead, who may frame a room, who delivers push messages, and from where. */
export const foreignHostsOf = (
  given: Pick<Environment, 'BANNER_HOSTS' | 'FRAME_DOMAINS' | 'PUSH_HOSTS' | 'PUSH_SERVICES'>,
  isLocal: boolean,
  publicUrl: string,
) => ({
  bannerHosts: given.BANNER_HOSTS,
  frameDomains: given.FRAME_DOMAINS,
  // A site that only this machine reaches is no production: there it has to be asked for.
  pushHosts: given.PUSH_HOSTS ?? (isLocal ? [] : [new URL(publicUrl).host]),
  pushServices: given.PUSH_SERVICES,
});
