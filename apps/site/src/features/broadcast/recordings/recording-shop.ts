import type { FanLevel, MediaStatus } from '@klieg/contract';
import type { Uuid } from '@klieg/kernel';
import type { Transaction } from '#site/platform/postgres/index.ts';
import type { Account } from '../../identity/index.ts';
import type { Recording } from '../pieces/recording-store.ts';

/** How a recording is to be offered. */
export interface WantedOffer {
  readonly name: string;
  readonly tokenPrice: number;
  readonly fanLevel: FanLevel | null;
  readonly tags: readonly string[];
}

/** A file of a recording that is there. */
export type OfferedFile = Pick<Recording, 'id' | 'startedAt'> & {
  readonly videoBlob: string;
  readonly sizeBytes: number;
};

/** A recording that its performer wants to sell. */
export interface Offered {
  readonly broadcastId: Uuid;
  /** In their order, at least one. */
  readonly files: readonly OfferedFile[];
  /**
   * Its current files; nobody changes or publishes them until the end of the transaction.
   * @throws what prevents it by now
   */
  lock(within: Transaction): Promise<void>;
}

/** What a recording is in the library. */
export interface PublishedAs {
  readonly mediaId: number;
  readonly status: MediaStatus;
  readonly rejectReason: string | null;
  /** Path of its page. */
  readonly url: string;
}

/** Where recordings are sold; the feature that does so is above this one and registers here. */
export interface RecordingShop {
  /**
   * @returns the number it is sold under; the same if already sold. @throws compliance.consent_missing,
   * compliance.text_refused
   */
  publish(owner: Account, offered: Offered, wanted: WantedOffer): Promise<number>;
  /** What these are sold as; those that are not are absent. */
  listOf(owner: Account, recordingIds: readonly Uuid[]): Promise<ReadonlyMap<Uuid, PublishedAs>>;
  /** A complaint withholds files of recordings, or restores them: what is sold of them follows. */
  withhold(within: Transaction, recordingIds: readonly Uuid[], isWithheld: boolean): Promise<void>;
  /** Files that contain what is sold of these. */
  listBlobs(within: Transaction, recordingIds: readonly Uuid[]): Promise<readonly string[]>;
}

export interface RecordingShopDoor {
  /** Undefined where nothing is sold. */
  readonly open: () => RecordingShop | undefined;
  serveBy(shop: RecordingShop): void;
}

export function makeRecordingShopDoor(): RecordingShopDoor {
  let shop: RecordingShop | undefined;
  return { open: () => shop, serveBy: (given) => void (shop = given) };
}
