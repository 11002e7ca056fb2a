import type { callsByFeature, SiteConfig } from '@klieg/contract';
import type { CallContext, Caller, Handlers } from '../../platform/http/index.ts';

interface Deps<C extends Caller> {
  readonly greet: (context: CallContext<C>) => { readonly csrf: string };
  readonly configFor: (caller: C, csrf: string | null, promoOfferImage: string | null) => SiteConfig;
  readonly offerImageOf: (advertId: string | undefined) => Promise<string | null>;
}

export function makeBrandHandlers<C extends Caller>(
  deps: Deps<C>,
): Handlers<(typeof callsByFeature)['brand'], C> {
  return {
    async getSiteConfig({ query }, context) {
      const image = await deps.offerImageOf(query.id);
      return deps.configFor(context.caller, query.ssr ? null : deps.greet(context).csrf, image);
    },
  };
}
