import type { MeterClaim, PreviewClaim } from '@klieg/contract/media';
import type { VoyeurCamera } from '@klieg/contract/features/voyeur/limits';
import type { Account } from '../../identity/index.ts';
import type { SiteCaller } from '../../sessions/index.ts';

/** What somebody may have of a house now: one camera, for time that is counted, or as they are at home there. */
export interface HouseRight {
  readonly streamName: string;
  readonly meter?: MeterClaim;
  readonly preview?: PreviewClaim;
}

/** Rooms that show several cameras instead of a broadcast; the feature that knows them answers. */
export interface House {
  /** The camera that everybody sees, if the caller has time for it; undefined: they have none. */
  findRight(owner: Account, caller: SiteCaller, camera?: VoyeurCamera): Promise<HouseRight | undefined>;
  /** The stream of a camera that has a picture; without a name of the one that everybody sees. */
  findStream(owner: Account, camera?: VoyeurCamera): Promise<string | undefined>;
  /** The publish token of the camera with this key; undefined: unknown key. */
  exchangeKey(key: string): Promise<string | undefined>;
}

export interface Houses extends House {
  /** Sets the feature that knows houses. */
  serveBy(house: House): void;
}

export function makeHouses(): Houses {
  let house: House | undefined;
  return {
    serveBy: (given) => void (house = given),
    findRight: async (...asked) => house?.findRight(...asked),
    findStream: async (...asked) => house?.findStream(...asked),
    exchangeKey: async (key) => house?.exchangeKey(key),
  };
}
