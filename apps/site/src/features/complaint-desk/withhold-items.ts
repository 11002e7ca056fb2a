import { createHash } from 'node:crypto';
import type { Uuid } from '@klieg/kernel';
import type { BlobRegister, BlobStore, StoredFiles } from '../../platform/blobs/index.ts';
import type { Transaction } from '../../platform/postgres/index.ts';
import type { ComplaintItem, ItemKind, ItemStore } from './item-store.ts';

export type FileKind = Exclude<ItemKind, 'page'>;

/** Takes what a complaint is about out of reach, with every identical copy, and gives it back. */
export interface WithholdItems {
  /**
   * Hides it from everybody as of the commit; nothing is deleted. A repeat changes nothing more.
   * @param isBlocked the same picture may not come back either
   * @returns what this complaint hides now
   */
  withhold(
    within: Transaction,
    complaintId: Uuid,
    as: { readonly state: 'quarantined' | 'removed'; readonly isBlocked: boolean },
  ): Promise<ComplaintItem[]>;
  /** Restores everything except what another complaint hides. @returns what came back */
  giveBack(within: Transaction, complaintId: Uuid): Promise<ComplaintItem[]>;
  /** Reads pictures whose digests are not known yet; before a transaction, since it reads files. */
  digest(blobs: readonly string[]): Promise<void>;
}

const isPicture = (blob: string): boolean => blob.endsWith('.jpg');
const isOut = ({ state }: ComplaintItem): boolean => state === 'quarantined' || state === 'removed';

export function makeWithholdItems(deps: {
  readonly items: ItemStore;
  readonly register: BlobRegister;
  readonly allBlobs: BlobStore;
  readonly kinds: readonly StoredFiles<FileKind>[];
}): WithholdItems {
  const { items, register } = deps;
  const filesOf = (kind: ItemKind) => deps.kinds.find((one) => one.kind === kind);

  /** Adds pictures with the same bytes, whoever sent them. */
  const addCopies = async (within: Transaction, complaintId: Uuid, known: readonly string[]) => {
    const digests = await register.digestsOf(within, known);
    for (const blob of await register.copiesOf(within, digests)) {
      if (known.includes(blob)) continue;
      for (const kind of deps.kinds) {
        const copy = await kind.findByBlob(within, blob);
        if (copy) await items.add(within, complaintId, { ...copy, kind: kind.kind, isCopy: true });
      }
    }
    return digests;
  };

  return {
    async withhold(within, complaintId, { state, isBlocked }) {
      const named = (await items.list(complaintId, within)).flatMap(({ blobs }) => blobs);
      const digests = await addCopies(within, complaintId, named);
      const all = await items.list(complaintId, within);
      for (const item of all) {
        const files = filesOf(item.kind);
        if (!files) continue;
        const wasShown = await files.hide(within, item.ref);
        await items.setState(within, item.id, state, item.wasShown || wasShown);
      }
      await register.withhold(
        within,
        complaintId,
        all.flatMap(({ blobs }) => blobs),
      );
      if (isBlocked) await register.block(within, complaintId, digests);
      return all.filter(({ kind }) => kind !== 'page');
    },
    async giveBack(within, complaintId) {
      await register.release(within, complaintId);
      const back = (await items.list(complaintId, within)).filter(isOut);
      for (const item of back) {
        await items.setState(within, item.id, 'restored', item.wasShown);
        if (!(await items.handOn(within, item)))
          await filesOf(item.kind)?.unhide(within, item.ref, item.wasShown);
      }
      return back;
    },
    async digest(blobs) {
      for (const blob of blobs.filter(isPicture)) {
        const hash = createHash('sha256');
        // If the file is gone it gets a digest that no picture has, so that it is not looked for again and again.
        if ((await deps.allBlobs.sizeOf(blob)) === undefined) hash.update(`no file ${blob}`);
        else for await (const chunk of deps.allBlobs.read(blob)) hash.update(chunk as Uint8Array);
        await register.addDrawn(blob, hash.digest());
      }
    },
  };
}
