import type { Biller } from '@klieg/contract';
import type { BillerPort, KeepForm } from './billers/port/biller-port.ts';
import type { OrderSeal } from './billers/port/seal-order.ts';
import type { BillerSettings } from './billers/settings.ts';
import { type BillerHosts, makeBillers } from './billers/make-billers.ts';
import { makeSandboxBiller } from './billers/sandbox-biller.ts';
import { postbackPath } from './posts/serve-postbacks.ts';

/** The biller of demo and tests. */
export interface SandboxAddress {
  readonly publicUrl: string;
  readonly serverUrl: string;
  readonly secret: string;
  /** Address of this site for the biller's posts. */
  readonly siteUrl: string;
}

/** Every biller that is set up, and the sandbox where it runs. */
export function openBillers(uses: {
  readonly seal: OrderSeal;
  readonly keepForm: KeepForm;
  readonly billerSettings: BillerSettings;
  readonly publicUrl: string;
  /** Where billers answer in place of their published addresses. */
  readonly billerHosts: BillerHosts;
  readonly sandbox: SandboxAddress | undefined;
}): Map<Biller, BillerPort> {
  const configured = makeBillers(uses.billerSettings, {
    seal: uses.seal,
    keepForm: uses.keepForm,
    postUrl: (biller) => `${uses.publicUrl}${postbackPath(biller)}`,
    hosts: uses.billerHosts,
  });
  const billers = new Map<Biller, BillerPort>(configured.map((biller) => [biller.name, biller]));
  if (uses.sandbox) {
    const callbackUrl = `${uses.sandbox.siteUrl}${postbackPath('sandbox')}`;
    billers.set('sandbox', makeSandboxBiller({ ...uses.sandbox, callbackUrl }));
  }
  return billers;
}
