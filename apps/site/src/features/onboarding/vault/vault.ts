import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { Person } from '@klieg/contract';
import { type Clock, type Uuid, uuidv7 } from '@klieg/kernel';
import type { BlobStore } from '#site/platform/blobs/index.ts';
import type { Transaction } from '#site/platform/postgres/index.ts';
import { type Envelope, openBytes, sealBytes } from './envelope.ts';
import type { DocumentKind, RecordKind, VaultOwner, VaultRecord, VaultStore } from './vault-store.ts';

/** A document's data besides its file. */
export interface DocumentDetails {
  readonly contentType: 'image/jpeg' | 'application/pdf';
  /** Its expiry date, `YYYY-MM-DD`; null: none. */
  readonly expiresOn: string | null;
}

/** What was signed, under which name. */
export interface Signature {
  readonly signature: string;
  readonly version: string;
}

/** The identity of somebody shown beside a model. */
export interface Performer {
  readonly legal_name: string;
  readonly birth_date: string;
  /** Stage name; empty without one. */
  readonly alias: string;
}

/** Identity documents: stored, counted, and shown only to staff. */
export interface Vault {
  /** Seals a file and keeps it apart; it counts once `keep` is called for it. */
  putFile(
    owner: VaultOwner,
    document: { readonly kind: DocumentKind; readonly file: Uint8Array } & DocumentDetails,
  ): Promise<VaultRecord>;
  putPerson(within: Transaction, owner: VaultOwner, person: Person | Performer): Promise<void>;
  putSignature(within: Transaction, owner: VaultOwner, signature: Signature): Promise<void>;
  /** Of an account. */
  openPerson(record: VaultRecord): Person;
  /** Of a consent. */
  openPerformer(record: VaultRecord): Performer;
  openDetails(record: VaultRecord): DocumentDetails;
  openFile(record: VaultRecord): Promise<Buffer>;
  /** Deletes abandoned ones. */
  removeLoose(): Promise<void>;
  /** Re-encrypts keys that were encrypted with older vault keys. */
  renewKeys(): Promise<void>;
}

const BATCH = 200;
export const vaultBlob = (id: Uuid): string => `vault/${id}`;
const detailsPlace = (id: Uuid): string => `${id}:details`;
const filePlace = (id: Uuid): string => `${id}:file`;

export function makeVault(deps: {
  readonly envelope: Envelope;
  readonly store: VaultStore;
  readonly blobs: BlobStore;
  readonly clock: Clock;
}): Vault {
  const { envelope, store, blobs, clock } = deps;

  const seal = (owner: VaultOwner, kind: RecordKind, details: object) => {
    const id = uuidv7();
    const { dataKey, wrapped } = envelope.newKey(id);
    const sealedDetails = sealBytes(dataKey, detailsPlace(id), Buffer.from(JSON.stringify(details)));
    const createdAt = new Date(clock.now());
    return { dataKey, record: { id, owner, kind, ...wrapped, sealedDetails, createdAt } };
  };
  const open = (record: VaultRecord): unknown => {
    const dataKey = envelope.openKey(record.id, record);
    return JSON.parse(openBytes(dataKey, detailsPlace(record.id), record.sealedDetails).toString());
  };
  const putWithin = async (within: Transaction, owner: VaultOwner, kind: RecordKind, details: object) => {
    const { record } = seal(owner, kind, details);
    await store.add(record, within);
    await store.keep(within, record);
  };

  return {
    async putFile(owner, { kind, file, contentType, expiresOn }) {
      const details: DocumentDetails = { contentType, expiresOn };
      const { dataKey, record } = seal(owner, kind, details);
      await store.add(record);
      await blobs.put(vaultBlob(record.id), Readable.from([sealBytes(dataKey, filePlace(record.id), file)]));
      return record;
    },
    putPerson: (within, owner, person) => putWithin(within, owner, 'person', person),
    putSignature: (within, owner, signature) => putWithin(within, owner, 'signature', signature),
    openPerson: (record) => open(record) as Person,
    openPerformer: (record) => open(record) as Performer,
    openDetails: (record) => open(record) as DocumentDetails,
    async openFile(record) {
      const dataKey = envelope.openKey(record.id, record);
      return openBytes(dataKey, filePlace(record.id), await buffer(blobs.read(vaultBlob(record.id))));
    },
    async removeLoose() {
      for (const id of await store.listLoose(new Date(clock.now()), BATCH)) {
        await blobs.remove(vaultBlob(id));
        await store.forget(id);
      }
    },
    async renewKeys() {
      let after: Uuid | undefined;
      for (;;) {
        const found = await store.listOfOtherKeys(envelope.keyId, after, BATCH);
        for (const record of found)
          await store.rewrap(record.id, record.keyId, envelope.rewrap(record.id, record));
        if (found.length < BATCH) return;
        after = found.at(-1)!.id;
      }
    },
  };
}
