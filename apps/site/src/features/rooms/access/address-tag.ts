import { createHmac } from 'node:crypto';
import { isLoopback, networkOf } from '#site/platform/visitors/index.ts';

/**
 * A tag that stands for a visitor's network without revealing it. Undefined for loopback: that is the operator, or
 * everybody behind a proxy that was not configured.
 */
export const addressTagOf = (secret: Uint8Array, address: string): string | undefined =>
  address === '' || isLoopback(address)
    ? undefined
    : createHmac('sha256', secret)
        .update(`address:${networkOf(address)}`)
        .digest('base64url')
        .slice(0, 22);
