import type { AccountId, Uuid } from '@klieg/kernel';
import { fact } from '../../platform/events/index.ts';

interface OfPrivate {
  readonly showId: Uuid;
  readonly roomId: AccountId;
  readonly payerId: AccountId;
}

/** A private was accepted: the room is theirs, and the first picture is on its way. */
export const privateAccepted = fact<
  OfPrivate & {
    /** The payer asked to share their camera with the request. */
    readonly withCam2cam: boolean;
  }
>('shows.private_accepted');

/** It is over, or never showed a picture. */
export const privateOver = fact<OfPrivate>('shows.private_over');
