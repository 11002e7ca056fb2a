import type { Log } from '@klieg/kernel';
import type { Access, PublishClaims } from '../control/access.ts';

export interface PublishClaimsOptions {
  readonly access: Pick<Access, 'publish'>;
  /** Asks the site for the publish token of a stream key; undefined for a wrong key. */
  readonly exchangeKey: ((key: string) => Promise<string | undefined>) | undefined;
  readonly log: Log;
}

/** Knows who may publish, by a publish token or by a stream key. */
export interface FindPublishClaims {
  /** False where it is certain, without asking the site, that this opens nothing. */
  mayOpen(bearer: string): boolean;
  /**
   * The claims of a publish token or, asked of the site, of a stream key; undefined for a wrong one. The site
   * begins a broadcast for a key, so nobody asks who will not publish then.
   */
  find(bearer: string): Promise<PublishClaims | undefined>;
}

export function makePublishClaims({ access, exchangeKey, log }: PublishClaimsOptions): FindPublishClaims {
  const isToken = (bearer: string): boolean => bearer.startsWith('st_');
  return {
    mayOpen: (bearer) =>
      isToken(bearer) ? access.publish(bearer) !== undefined : bearer !== '' && exchangeKey !== undefined,
    async find(bearer) {
      if (isToken(bearer)) return access.publish(bearer);
      const token = await exchangeKey?.(bearer).catch((err: unknown) => {
        log.error({ err }, 'the site could not be asked for a stream key');
        return undefined;
      });
      return token === undefined ? undefined : access.publish(token);
    },
  };
}
