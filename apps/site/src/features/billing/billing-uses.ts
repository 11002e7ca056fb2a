import type { Brake, RateLimiter } from '../../platform/http/index.ts';
import type { VisitorOf } from '../../platform/visitors/index.ts';
import type { LedgerFeature } from '../ledger/index.ts';
import type { WalletFeature } from '../wallet/index.ts';
import type { BillerSettings } from './billers/settings.ts';
import type { BillerHosts } from './billers/make-billers.ts';
import type { SandboxAddress } from './open-billers.ts';
import type { VelocityLimits } from './limits/velocity-rules.ts';

/** What billing takes of other features and of the configuration. */
export interface BillingUses {
  readonly ledger: LedgerFeature;
  readonly wallet: WalletFeature;
  /** The most that free tokens may cost in a day; 0: none. */
  readonly promoDailyTokens: number;
  /** Countries that may neither buy nor tip. */
  readonly isBlockedCountry: (country: string | null) => boolean;
  readonly rateLimiter: RateLimiter;
  readonly brake: Brake;
  readonly visitorOf: VisitorOf;
  readonly isGenerousToLoopback: boolean;
  /** The operator's accounts at billers; those that are not set up are off. */
  readonly billerSettings: BillerSettings;
  readonly publicUrl: string;
  /** Where billers answer in place of their published addresses. */
  readonly billerHosts: BillerHosts;
  readonly velocityLimits: VelocityLimits;
  /** The biller of demo and tests, once it runs. */
  readonly sandbox: SandboxAddress | undefined;
}
