import type { AgeMethod } from '@klieg/contract';
import { AppError, type Clock, toInstant, type Uuid } from '@klieg/kernel';
import type { SiteCaller } from '../sessions/index.ts';
import type { AgeCheckStore } from './age-check-store.ts';
import type { AgeGate } from './age-gate.ts';
import { OPEN_MS } from './settle-check.ts';
import { refuseMethod } from './standing-rules.ts';
import type { AgeVendors } from './vendors/open-vendors.ts';

/** Sessions that somebody may open within an hour (http page, 2.8). */
const MOST_OF_HOUR = 10;

/** Somebody who may begin a check by a method now. */
export interface Beginner {
  readonly subject: string;
  readonly jurisdiction: string;
}

/** @throws compliance.method_not_allowed, compliance.too_many_attempts */
export const makeAdmitBeginner =
  (deps: { readonly gate: Pick<AgeGate, 'view'>; readonly servedBy: AgeVendors['servedBy'] }) =>
  async (caller: SiteCaller, method: AgeMethod): Promise<Beginner> => {
    const { demand, standing, subject } = await deps.gate.view(caller);
    const refusal = refuseMethod(method, demand, standing, deps.servedBy(demand.rule));
    if (refusal)
      throw new AppError(refusal, refusal.endsWith('attempts') ? { params: waitOf(standing) } : {});
    if (subject === undefined) throw new AppError('compliance.method_not_allowed');
    return { subject, jurisdiction: demand.rule!.place };
  };

const waitOf = ({ lockedUntil }: { readonly lockedUntil: number | null }) => ({
  retry_after_seconds: 86_400,
  ...(lockedUntil !== null && { locked_until: toInstant(lockedUntil) }),
});

/** Opens a session at the vendor of a method. @throws compliance.* of the call */
export const makeOpenSession =
  (deps: {
    readonly admit: ReturnType<typeof makeAdmitBeginner>;
    readonly store: Pick<AgeCheckStore, 'begin' | 'setVendorRef' | 'drop'>;
    readonly vendors: AgeVendors;
    readonly callbackUrl: (vendor: string) => string;
    readonly clock: Clock;
  }) =>
  async (caller: SiteCaller, method: AgeMethod) => {
    const beginner = await deps.admit(caller, method);
    const vendor = deps.vendors.pages.find(({ methods }) => methods.includes(method));
    // A method only offered as a proof has no vendor page.
    if (!vendor) throw new AppError('compliance.method_not_allowed');
    const endsAt = deps.clock.now() + OPEN_MS;
    const id = await deps.store.begin({ ...beginner, method, endsAt }, MOST_OF_HOUR);
    if (!id) throw new AppError('compliance.too_many_attempts', { params: { retry_after_seconds: 3_600 } });
    const opened = await vendor.start({
      checkId: id,
      method,
      returnUrl: returnUrlOf(caller, id),
      callbackUrl: deps.callbackUrl(vendor.name),
    });
    if (!opened) {
      await deps.store.drop(id);
      throw new AppError('compliance.vendor_unavailable', { params: { retry_after_seconds: 60 } });
    }
    await deps.store.setVendorRef(id, opened.reference);
    return { url: opened.url, expires_at: toInstant(endsAt) };
  };

/** The page that looks the check up again; its address proves nothing. */
const returnUrlOf = ({ site }: SiteCaller, id: Uuid): string => `${site.publicUrl}/verify-age?session=${id}`;

/** Begins a check that a person of the house makes in a conversation; one that waits already is gone on with. */
export const makeOpenLiveCheck =
  (deps: {
    readonly admit: ReturnType<typeof makeAdmitBeginner>;
    readonly store: Pick<AgeCheckStore, 'beginPending' | 'setThread' | 'drop'>;
    readonly openThread: (caller: SiteCaller, text: string) => Promise<Uuid>;
    readonly clock: Clock;
    readonly pendingMs: number;
  }) =>
  async (caller: SiteCaller): Promise<Uuid> => {
    const beginner = await deps.admit(caller, 'live_id_check');
    const { id, threadId } = await deps.store.beginPending({
      ...beginner,
      method: 'live_id_check',
      endsAt: deps.clock.now() + deps.pendingMs,
    });
    if (threadId) return threadId;
    const opened = await deps.openThread(caller, LIVE_CHECK_TEXT);
    return deps.store.setThread(id, opened);
  };

const LIVE_CHECK_TEXT =
  'I would like to have my age checked by a person. Please tell me when you have time for a short video call. ' +
  'I show an official document and my face; nothing of it is recorded.';
