import { ownOf } from '@klieg/kernel';
import { type AgeVendor, askVendor, textIn, type VendorResult } from './vendor-port.ts';

/** How long a session waits, in seconds. */
const TTL_SECONDS = 1_800;
const ADULT = 18;
/** Yoti's words for the state of a session. */
const results: Readonly<Record<string, VendorResult>> = {
  COMPLETE: 'passed',
  FAIL: 'failed',
  CANCELLED: 'expired',
  EXPIRED: 'expired',
  PENDING: 'open',
  IN_PROGRESS: 'open',
};

/**
 * Yoti's age verification service: a session of type OVER for one method, its own page, and the result fetched by our
 * server. Other data in its answer is ignored.
 */
export function makeYoti(options: {
  readonly key: string;
  readonly sdkId: string;
  /** Address of Yoti, of the API and of the pages. */
  readonly url: string;
  readonly pageUrl: string;
}): AgeVendor {
  const headers = { authorization: `Bearer ${options.key}`, 'yoti-sdk-id': options.sdkId };
  return {
    name: 'yoti',
    methods: ['id_check', 'digital_id'],
    async start({ checkId, method, returnUrl, callbackUrl }) {
      const isScan = method === 'id_check';
      const off = { allowed: false };
      const answer = await askVendor(`${options.url}/api/v1/sessions`, {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json' },
        body: JSON.stringify({
          type: 'OVER',
          ttl: TTL_SECONDS,
          age_estimation: off,
          digital_id: isScan ? off : { allowed: true, threshold: ADULT, level: 'NONE' },
          doc_scan: isScan
            ? { allowed: true, threshold: ADULT, authenticity: 'AUTO', level: 'PASSIVE' }
            : off,
          reference_id: checkId,
          callback: { auto: true, url: returnUrl },
          notification_url: callbackUrl,
          cancel_url: returnUrl,
        }),
      });
      const id = answer?.['id'];
      if (typeof id !== 'string') return undefined;
      const query = new URLSearchParams({ sessionId: id, sdkId: options.sdkId });
      return { reference: `yoti:${id}`, url: `${options.pageUrl}/?${query}` };
    },
    readCallback(body) {
      const id = textIn(body, 'id');
      return id && `yoti:${id}`;
    },
    async resultOf(reference) {
      const id = encodeURIComponent(reference.slice('yoti:'.length));
      const answer = await askVendor(`${options.url}/api/v1/sessions/${id}/result`, { headers });
      return answer && ownOf(results, String(answer['status']));
    },
  };
}
