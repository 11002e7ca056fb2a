import { createHmac } from 'node:crypto';
import type { AgeMethod } from '@klieg/contract';
import { makeCcbillCard } from './ccbill-card.ts';
import { makeIncode } from './incode.ts';
import { makeProofIssuer, type ProofIssuer } from './proof-issuer.ts';
import type { AgeCheckSettings } from './settings.ts';
import type { AgeVendor, CardVendor } from './vendor-port.ts';
import { makeYoti } from './yoti.ts';

/** The vendors of demo and tests: twins that speak the real protocols, beside the sandbox biller. */
export interface SandboxVendors {
  readonly publicUrl: string;
  readonly serverUrl: string;
  readonly secret: string;
}

export interface AgeVendors {
  readonly pages: readonly AgeVendor[];
  readonly card: CardVendor | undefined;
  readonly hasLiveCheck: boolean;
  /** Gives out proofs that nobody can link, where a rule wants nothing linked to the account. */
  readonly proof: ProofIssuer | undefined;
  /** Methods that can be offered at all, under any rule. */
  readonly served: ReadonlySet<AgeMethod>;
  /** Methods that can be offered under a rule. */
  readonly servedBy: (rule: { readonly scope: 'account' | 'session' } | null) => ReadonlySet<AgeMethod>;
}

/** Methods whose result may be a proof. */
const PROVED: readonly AgeMethod[] = ['id_check', 'digital_id'];

/** A word that this site and its sandbox both know. */
const wordOf = (secret: string, name: string): string =>
  createHmac('sha256', secret).update(`age-check ${name}`).digest('hex').slice(0, 32);

function withServed(vendors: Omit<AgeVendors, 'served' | 'servedBy'>): AgeVendors {
  const direct = new Set<AgeMethod>([
    ...(vendors.card ? (['card'] as const) : []),
    ...vendors.pages.flatMap(({ methods }) => methods),
    ...(vendors.hasLiveCheck ? (['live_id_check'] as const) : []),
  ]);
  const all = new Set([...direct, ...(vendors.proof ? PROVED : [])]);
  return { ...vendors, served: all, servedBy: (rule) => (rule?.scope === 'session' ? all : direct) };
}

function openTwins({ publicUrl, serverUrl, secret }: SandboxVendors): AgeVendors {
  const word = (name: string) => wordOf(secret, name);
  const url = `${serverUrl}/twins`;
  return withServed({
    pages: [
      makeYoti({
        key: word('yoti key'),
        sdkId: word('yoti sdk'),
        url: `${url}/yoti`,
        pageUrl: `${publicUrl}/twins/yoti`,
      }),
      makeIncode({
        apiKey: word('incode key'),
        url: `${url}/incode`,
        estimationFlow: 'estimation',
        verificationFlow: 'verification',
      }),
    ],
    card: makeCcbillCard({
      account: '900000',
      subaccount: '0000',
      front: { id: 'front', secret: word('ccbill front') },
      back: { id: 'back', secret: word('ccbill back') },
      user: { name: 'datalink', password: word('ccbill datalink') },
      biller: 'sandbox',
      hosts: {
        rest: `${url}/ccbill`,
        datalink: `${url}/ccbill`,
        script: `${publicUrl}/twins/ccbill`,
        browser: publicUrl,
      },
    }),
    proof: makeProofIssuer({ url: `${url}/age-proof`, browserUrl: `${publicUrl}/twins/age-proof` }),
    hasLiveCheck: true,
  });
}

/** The vendors that are set up; in the demo, where nothing is, their twins. */
export function openVendors(settings: AgeCheckSettings, sandbox: SandboxVendors | undefined): AgeVendors {
  const { yoti, incode, ccbill, proofUrl, hasLiveCheck } = settings;
  const isSetUp = yoti ?? incode ?? ccbill ?? proofUrl ?? (hasLiveCheck || undefined);
  if (sandbox && isSetUp === undefined) return openTwins(sandbox);
  return withServed({
    pages: [
      ...(yoti ? [makeYoti({ ...yoti, url: 'https://age.yoti.com', pageUrl: 'https://age.yoti.com' })] : []),
      ...(incode ? [makeIncode(incode)] : []),
    ],
    card:
      ccbill &&
      makeCcbillCard({
        ...ccbill,
        biller: 'ccbill',
        hosts: {
          rest: 'https://api.ccbill.com',
          datalink: 'https://datalink.ccbill.com',
          script: 'https://js.ccbill.com',
          browser: 'https://api.ccbill.com',
        },
      }),
    proof: proofUrl === undefined ? undefined : makeProofIssuer({ url: proofUrl, browserUrl: proofUrl }),
    hasLiveCheck,
  });
}
