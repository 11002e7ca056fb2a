import type { Log } from '@klieg/kernel';
import type { Access, PublishClaims } from '../control/access.ts';

export interface PublishClaimsOptions {
  readonly access: Pick<Access, 'publish'>;
  /** Asks the site for the publish token of a stream key; undefined for a wrong key. */
  readonly exchangeKey: ((key: string) => Promise<string | undefined>) | undefined;
  readonly log: Log;
}

/** Finds the claims of a publish token or, asked of the site, of a stream key; undefined for a wrong one. */
export const makePublishClaims =
  ({ access, exchangeKey, log }: PublishClaimsOptions) =>
  async (bearer: string): Promise<PublishClaims | undefined> => {
    if (bearer.startsWith('st_')) return access.publish(bearer);
    const token = await exchangeKey?.(bearer).catch((err: unknown) => {
      log.error({ err }, 'the site could not be asked for a stream key');
      return undefined;
    });
    return token === undefined ? undefined : access.publish(token);
  };
