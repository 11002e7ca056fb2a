import type { MediaFact } from '@klieg/contract/media';

type LiveFact = Extract<MediaFact, { kind: 'live' }>;

/** What a media process says when a broadcast of the browser shows its first picture; for tests. */
export const liveFact = (
  { username }: { readonly username: string },
  broadcast: Pick<LiveFact, 'broadcastId' | 'streamName'>,
  more: Partial<LiveFact> = {},
): LiveFact => ({
  kind: 'live',
  node: 'm1',
  username,
  width: 640,
  height: 480,
  hasAudio: true,
  tech: 'webrtc',
  renditions: ['source'],
  ...broadcast,
  ...more,
});
