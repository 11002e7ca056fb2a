import type { Payload } from '@klieg/contract';

type Handed = Payload<'v3.stream.token'>;

let handed: Handed | undefined;

/** Keeps a right to play that the room's socket has brought, for the player that opens next. */
export const handGrant = (grant: Handed): void => void (handed = grant);

/** The right that was handed over, once and while it still holds. */
export function takeHandedGrant(): Handed | undefined {
  const grant = handed;
  handed = undefined;
  return grant && grant.expires_at > Date.now() ? grant : undefined;
}
