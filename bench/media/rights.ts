import { MEDIA_TOKEN_MS, signMediaToken } from '@klieg/contract/media';

/** Tokens of one media process; each may be used by as many as like. */
export interface Rights {
  readonly secret: Uint8Array;
  publish(broadcastId: string, streamName: string): string;
  play(streamName: string, session?: string): string;
  /** May go back in it, too. */
  goBack(streamName: string): string;
}

export function makeRights(secret: Uint8Array): Rights {
  const expiresAt = (): number => Date.now() + MEDIA_TOKEN_MS;
  return {
    secret,
    publish: (broadcastId, streamName) =>
      signMediaToken(secret, {
        use: 'publish',
        streamName,
        broadcastId,
        username: broadcastId,
        session: 'publisher',
        expiresAt: expiresAt(),
      }),
    play: (streamName, session = 'viewer') =>
      signMediaToken(secret, { use: 'play', streamName, session, mode: 'public', expiresAt: expiresAt() }),
    goBack: (streamName) =>
      signMediaToken(secret, {
        use: 'play',
        streamName,
        session: 'viewer',
        mode: 'public',
        mayGoBack: true,
        expiresAt: expiresAt(),
      }),
  };
}
