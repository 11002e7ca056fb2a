import type { Clock, Uuid } from '@klieg/kernel';
import type { StoredFiles } from '../../platform/blobs/index.ts';
import { type FactReader, when } from '../../platform/events/index.ts';
import type { Transaction } from '../../platform/postgres/index.ts';
import { complaintFiled } from '../content-pages/index.ts';
import { isQuarantined } from './complaint-rules.ts';
import type { ComplaintStore, KeptComplaint } from './complaint-store.ts';
import type { ItemStore } from './item-store.ts';
import type { TellPeople } from './tell-people.ts';
import type { FileKind, WithholdItems } from './withhold-items.ts';

/** The page of a person, and what it says about them. */
const PAGE = /^\/([A-Za-z0-9_-]{3,30})(?:\/[a-z]+)?\/?$/u;

/** What addresses of this site refer to: files, and people by their pages. */
export function makeNameItems(deps: {
  readonly items: ItemStore;
  readonly kinds: readonly StoredFiles<FileKind>[];
}) {
  return async (within: Transaction, { id, urls }: Pick<KeptComplaint, 'id' | 'urls'>): Promise<void> => {
    for (const url of urls) {
      const path = URL.parse(url)?.pathname ?? '/';
      const username = PAGE.exec(path)?.[1]?.toLowerCase();
      const ownerId = username === undefined ? undefined : await deps.items.findPage(within, username);
      if (ownerId !== undefined)
        await deps.items.add(within, id, {
          kind: 'page',
          ref: String(ownerId),
          blobs: [],
          ownerId,
          isCopy: false,
        });
      for (const files of deps.kinds)
        for (const found of await files.findByPath(within, path))
          await deps.items.add(within, id, { ...found, kind: files.kind, isCopy: false });
    }
  };
}

/** As soon as a complaint is there: finds what it is about, and takes it out of reach where nobody may wait. */
export function makeComplaintReaders(deps: {
  readonly complaints: ComplaintStore;
  readonly items: ItemStore;
  readonly kinds: readonly StoredFiles<FileKind>[];
  readonly withholding: WithholdItems;
  readonly people: TellPeople;
  readonly tellQueue: () => void;
  readonly clock: Clock;
}): readonly FactReader[] {
  const { complaints, withholding, clock } = deps;
  const nameItems = makeNameItems(deps);
  const onFiled = async ({ id }: { readonly id: Uuid }, within: Transaction): Promise<void> => {
    const complaint = await complaints.lock(within, id);
    if (!complaint || complaint.isNamed) return;
    const at = new Date(clock.now());
    await nameItems(within, complaint);
    await complaints.markNamed(within, id, at, complaint.kind === 'illegal');
    if (isQuarantined(complaint.kind)) {
      const held = await withholding.withhold(within, id, { state: 'quarantined', isBlocked: false });
      if (held.length > 0) {
        await complaints.addDeed(within, id, { at, party: 'system', action: 'quarantined' });
        // The owner of illegal content must not be warned by us before the police has seen it.
        const told = complaint.kind === 'illegal' ? [] : held;
        (await deps.people.tellOwners(within, complaint, told, { code: 'content_withheld' }))();
      }
    }
    deps.tellQueue();
  };
  return [{ name: 'complaint_desk.named', on: [when(complaintFiled, onFiled)] }];
}
