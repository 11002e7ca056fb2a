import { createHmac } from 'node:crypto';
import type { AccountId, Uuid } from '@klieg/kernel';
import { isSameSecret } from '@klieg/kernel/secrets';

/** How long a view stays open. */
export const VIEW_MS = 60_000;

/** Keys of views: which record, for whom, until when, sealed so that none needs storing. */
export function makeViewKeys(secret: Uint8Array) {
  const sealOf = (text: string): Buffer => createHmac('sha256', secret).update(text).digest();
  return {
    seal(recordId: Uuid, viewer: AccountId, untilMs: number): string {
      const text = `${recordId}.${viewer}.${untilMs}`;
      return `${text}.${sealOf(text).toString('base64url')}`;
    },
    /** The record; undefined for a key that is invalid, somebody else's or expired. */
    open(key: string, viewer: AccountId, nowMs: number): Uuid | undefined {
      const at = key.lastIndexOf('.');
      const text = key.slice(0, at);
      const seal = Buffer.from(key.slice(at + 1), 'base64url');
      if (at < 0 || !isSameSecret(seal, sealOf(text))) return undefined;
      const [recordId, whose, until] = text.split('.');
      return Number(whose) === viewer && Number(until) > nowMs ? (recordId as Uuid) : undefined;
    },
  };
}

export type ViewKeys = ReturnType<typeof makeViewKeys>;
