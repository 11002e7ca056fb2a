import type { Api, InputOf } from '@klieg/contract';
import { AppError, type Clock, toInstant, type Uuid } from '@klieg/kernel';
import type { Database, Transaction } from '../../platform/postgres/index.ts';
import type { AuditFeature } from '../audit/index.ts';
import type { SiteCaller } from '../sessions/index.ts';
import type { ComplaintMailer, MailNews } from './complaint-mails.ts';
import { actionsOf, restoreAtMs } from './complaint-rules.ts';
import type { ComplaintChange, ComplaintStore, KeptComplaint } from './complaint-store.ts';
import type { CounterStore } from './counter-store.ts';
import type { ComplaintItem, ItemStore } from './item-store.ts';
import type { OwnerNews, TellPeople } from './tell-people.ts';
import type { WithholdItems } from './withhold-items.ts';

type Wish = InputOf<Api['decideComplaint']>['body'];

/** The effects of a step; absent: nobody is told. */
interface Step {
  readonly change: ComplaintChange;
  readonly items: readonly ComplaintItem[];
  readonly owners?: OwnerNews;
  readonly complainant?: MailNews;
  /** What the audit log keeps besides the note. */
  readonly detail?: Readonly<Record<string, string>>;
}

export interface DecideDeps {
  readonly database: Pick<Database, 'kysely'>;
  readonly complaints: ComplaintStore;
  readonly items: ItemStore;
  readonly counters: CounterStore;
  readonly withholding: WithholdItems;
  readonly people: TellPeople;
  readonly mails: ComplaintMailer;
  readonly auditLog: Pick<AuditFeature['auditLog'], 'note'>;
  readonly tellQueue: () => void;
  readonly clock: Clock;
}

export const sightOf = (complaint: KeptComplaint) => ({ ...complaint, isAsked: complaint.askedAt !== null });

/**
 * Removes or gives back by a transaction that holds the complaint: also what an appeal and a counter-notice lead to.
 */
export function makeComplaintSteps({ withholding }: Pick<DecideDeps, 'withholding'>) {
  return {
    async remove(
      within: Transaction,
      { id }: KeptComplaint,
      text: string,
      isBlocked: boolean,
    ): Promise<Step> {
      const held = await withholding.withhold(within, id, { state: 'removed', isBlocked });
      return {
        change: { state: 'actioned', outcome: 'removed' },
        items: held,
        owners: { code: 'content_removed', text },
        complainant: { code: 'removed', text },
        detail: { files: String(held.length), blocked: String(isBlocked) },
      };
    },
    /** The owner is also told about files that were hidden only temporarily. */
    async leave(within: Transaction, { id }: KeptComplaint, text: string): Promise<Step> {
      return {
        change: { state: 'dismissed', outcome: 'rejected' },
        items: await withholding.giveBack(within, id),
        owners: { code: 'content_restored', text },
        complainant: { code: 'rejected', text },
      };
    },
    async restore(within: Transaction, { id }: KeptComplaint, text: string): Promise<Step> {
      return {
        change: { state: 'dismissed', outcome: 'restored' },
        items: await withholding.giveBack(within, id),
        owners: { code: 'content_restored', text },
        complainant: { code: 'restored', text },
      };
    },
  };
}

/**
 * One step of a moderator: its effect, its audit entry, and what both sides are told are one transaction.
 * @throws common.not_found, common.not_self, moderation.stale, complaint_desk.action_not_possible
 */
export function makeDecideComplaint(deps: DecideDeps) {
  const { complaints, items, counters, clock } = deps;
  const steps = makeComplaintSteps(deps);

  const onCounter = async (
    within: Transaction,
    complaint: KeptComplaint,
    text: string,
    isAccepted: boolean,
  ) => {
    const restoreMs = isAccepted ? restoreAtMs(clock.now()) : null;
    const counter = await counters.decide(within, complaint.id, {
      state: isAccepted ? 'accepted' : 'rejected',
      restoreAt: restoreMs === null ? null : new Date(restoreMs),
    });
    const code = isAccepted ? ('counter_accepted' as const) : ('counter_rejected' as const);
    const day = restoreMs === null ? '' : toInstant(restoreMs).slice(0, 10);
    return {
      change: {},
      items: [{ ownerId: counter.accountId }] as readonly Pick<ComplaintItem, 'ownerId'>[],
      owners: { code, text },
      complainant: { code, text, day },
    };
  };

  const act = (within: Transaction, complaint: KeptComplaint, wish: Wish) => {
    const { action, note } = wish;
    switch (action) {
      case 'remove':
        return steps.remove(within, complaint, note, wish.hash_block);
      case 'restore':
        return steps.restore(within, complaint, note);
      case 'counter':
        return onCounter(within, complaint, note, true);
      case 'reject':
        return complaint.state === 'actioned'
          ? onCounter(within, complaint, note, false)
          : steps.leave(within, complaint, note);
      case 'request_info': {
        const asked: Omit<Step, 'items'> = {
          change: { state: 'in_review', askedAt: new Date(clock.now()) },
          complainant: { code: 'asked', text: note },
        };
        return Promise.resolve({ ...asked, items: [] });
      }
      default:
        return action satisfies never;
    }
  };

  const run = (id: Uuid, wish: Wish, caller: SiteCaller): Promise<() => void> =>
    deps.database.kysely.transaction().execute(async (within) => {
      const complaint = await complaints.lock(within, id);
      if (!complaint) throw new AppError('common.not_found');
      const isRead = wish.revision === undefined || wish.revision === complaint.revision;
      if (!isRead) throw new AppError('moderation.stale');
      const by = caller.account!;
      if ((await items.list(id, within)).some(({ ownerId }) => ownerId === by.id))
        throw new AppError('common.not_self');
      if (!actionsOf(sightOf(complaint)).includes(wish.action))
        throw new AppError('complaint_desk.action_not_possible');
      const at = new Date(clock.now());
      const step: Omit<Step, 'items'> & { readonly items: readonly Pick<ComplaintItem, 'ownerId'>[] } =
        await act(within, complaint, wish);
      const isDecision = step.change.outcome !== undefined;
      await complaints.change(within, id, {
        ...step.change,
        ...(isDecision && { decidedById: by.id, decidedAt: at, reasons: wish.note, askedAt: null }),
      });
      const deed = { at, party: 'staff', byId: by.id, action: wish.action, note: wish.note } as const;
      await complaints.addDeed(within, id, deed);
      await deps.auditLog.note(within, caller, {
        action: `complaints.${wish.action}`,
        target: `complaint:${id}`,
        detail: { number: String(complaint.number), kind: complaint.kind, ...step.detail, note: wish.note },
      });
      if (step.complainant) await deps.mails.send(within, id, step.complainant);
      if (!step.owners) return () => undefined;
      return deps.people.tellOwners(within, complaint, step.items, step.owners);
    });

  return async (id: Uuid, wish: Wish, caller: SiteCaller): Promise<void> => {
    // Files are read before anything is locked.
    if (wish.action === 'remove') {
      const named = await items.list(id);
      await deps.withholding.digest(named.flatMap(({ blobs }) => blobs));
    }
    const tell = await run(id, wish, caller);
    tell();
    deps.tellQueue();
  };
}
