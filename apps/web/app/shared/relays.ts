import { lateApi } from './api/late-client.ts';

/** How long before their expiry they are requested again. */
const SPARE_MS = 10 * 60_000;
/** A picture is not held up for longer: a connection without relays is right on most networks. */
const WAIT_MS = 1_500;

let known: { readonly servers: readonly RTCIceServer[]; readonly until: number } | undefined;
let asking: Promise<void> | undefined;

const ask = async (): Promise<void> => {
  const { ice_servers: servers, expires_at: endsAt } = await lateApi.getIceServers({});
  known = {
    servers: servers.map(({ urls, username, credential }) => ({
      urls,
      ...(username !== undefined && { username }),
      ...(credential !== undefined && { credential }),
    })),
    until: Date.parse(endsAt) - SPARE_MS,
  };
};

/**
 * This site's relays for a WebRTC viewer; requested once in hours. Empty if the site has none, or does not answer in
 * time: a late answer serves the next connection.
 */
export async function findRelays(): Promise<RTCIceServer[]> {
  if (!known || known.until < Date.now()) {
    asking ??= ask()
      .catch(() => undefined)
      .finally(() => {
        asking = undefined;
      });
    await Promise.race([asking, new Promise((resolve) => setTimeout(resolve, WAIT_MS))]);
  }
  return known && known.until > Date.now() ? [...known.servers] : [];
}
