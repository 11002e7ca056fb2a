import type { CallContext, Caller } from '../../platform/http/index.ts';
import type { Kit } from '../../platform/kit.ts';
import { makeBrandHandlers } from './brand.http.ts';
import type { RequestSite, Sites } from './request-site.ts';
import { presentSiteConfig } from './site-config.ts';

interface BrandCaller extends Caller {
  readonly site: RequestSite;
  readonly account: { readonly membership: string | null } | null;
}

/** What the site is called, and what pages know of it before anything else. */
export function composeBrand<C extends BrandCaller>(
  { clock }: Pick<Kit, 'clock'>,
  uses: {
    readonly sites: Sites;
    readonly version: string;
    readonly isDemo: boolean;
    readonly supportEmail: string;
    readonly supportPhone: string | null;
    readonly identity: { isSuperVip(account: { readonly membership: string | null }): boolean };
    /** Lines of rooms can be translated where there is one. */
    readonly translator: object | undefined;
    readonly sessions: {
      readonly logins: { greet(context: CallContext<C>): { readonly csrf: string } };
    };
  },
) {
  const { version, isDemo, supportEmail } = uses;
  const hasTranslator = uses.translator !== undefined;
  const isSuperVip = ({ account }: C) => account !== null && uses.identity.isSuperVip(account);
  const siteConfigFor = (caller: C, csrf: string | null) =>
    presentSiteConfig({
      site: uses.sites.brandOf(caller.site),
      version,
      isDemo,
      supportEmail,
      // Without a token the answer is the same for everyone, so it can name nothing that few may know.
      supportPhone: csrf !== null && isSuperVip(caller) ? uses.supportPhone : null,
      hasTranslator,
      locale: caller.site.locale,
      csrf,
      nowMs: clock.now(),
    });
  return {
    siteConfigFor,
    handlers: makeBrandHandlers<C>({ greet: uses.sessions.logins.greet, configFor: siteConfigFor }),
  };
}
