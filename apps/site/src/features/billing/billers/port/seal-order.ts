import { createHmac } from 'node:crypto';
import { isUuidV7, type Uuid } from '@klieg/kernel';
import { isSameSecret } from '@klieg/kernel/secrets';

/**
 * An order's name as billers carry it through a purchase. Most of them sign little or nothing of their posts, so the
 * name proves itself: nobody else can make one, and an altered one names no order.
 */
export interface OrderSeal {
  /** 48 hexadecimal digits. */
  seal(id: Uuid): string;
  open(text: string): Uuid | undefined;
}

/** @param key secret of this site, the same on every node */
export function makeOrderSeal(key: Uint8Array): OrderSeal {
  const seal = (id: Uuid): string => {
    const digits = id.replaceAll('-', '');
    return digits + createHmac('sha256', key).update(`order ${digits}`).digest('hex').slice(0, 16);
  };
  return {
    seal,
    open(text) {
      if (!/^[0-9a-f]{48}$/.test(text)) return undefined;
      const id = text.slice(0, 32).replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
      return isUuidV7(id) && isSameSecret(text, seal(id)) ? id : undefined;
    },
  };
}
