import { type AgeVendor, askVendor, textIn } from './vendor-port.ts';

/** Incode: an interview for each check, its page, its status and its score asked for by our server. */
export function makeIncode(options: {
  readonly url: string;
  readonly apiKey: string;
  /** Flows of the operator's account: by a look at the face, and by a document with a look at the face. */
  readonly estimationFlow: string;
  readonly verificationFlow: string;
}): AgeVendor {
  const common = { 'x-api-key': options.apiKey, 'api-version': '1.0' };
  const ask = (path: string, init: RequestInit = {}, token?: string) =>
    askVendor(`${options.url}/omni/${path}`, {
      ...init,
      headers: {
        ...common,
        'content-type': 'application/json',
        ...(token && { 'x-incode-hardware-id': token }),
      },
    });
  /** A token for questions about an interview. */
  const tokenOf = async (interviewId: string): Promise<string | undefined> => {
    const answer = await ask('start', { method: 'POST', body: JSON.stringify({ interviewId }) });
    return typeof answer?.['token'] === 'string' ? answer['token'] : undefined;
  };

  return {
    name: 'incode',
    methods: ['face_scan', 'id_verification'],
    async start({ checkId, method, returnUrl }) {
      const started = await ask('start', {
        method: 'POST',
        body: JSON.stringify({
          countryCode: 'ALL',
          language: 'en-US',
          configurationId: method === 'face_scan' ? options.estimationFlow : options.verificationFlow,
          externalCustomerId: checkId,
          redirectionUrl: returnUrl,
        }),
      });
      const { interviewId, token } = started ?? {};
      if (typeof interviewId !== 'string' || typeof token !== 'string') return undefined;
      const page = await ask('onboarding-url', {}, token);
      return typeof page?.['url'] === 'string'
        ? { reference: `incode:${interviewId}`, url: page['url'] }
        : undefined;
    },
    readCallback(body) {
      const id = textIn(body, 'interviewId');
      return id && `incode:${id}`;
    },
    async resultOf(reference) {
      const interviewId = reference.slice('incode:'.length);
      const token = await tokenOf(interviewId);
      if (!token) return undefined;
      const query = new URLSearchParams({ id: interviewId });
      const finish = await ask(`get/onboarding/status?${query}`, {}, token);
      if (!finish) return undefined;
      const status = finish['onboardingStatus'];
      if (status === 'EXPIRED') return 'expired';
      if (status !== 'ONBOARDING_FINISHED') return 'open';
      const score = await ask(`get/score?${query}`, {}, token);
      const overall = (score?.['overall'] as { readonly status?: unknown } | undefined)?.status;
      if (overall === 'OK') return 'passed';
      // WARN, MANUAL: a reviewer looks at it.
      return overall === 'FAIL' ? 'failed' : overall === undefined ? undefined : 'open';
    },
  };
}
