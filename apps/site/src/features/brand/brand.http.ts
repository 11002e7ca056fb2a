import type { callsByFeature, SiteConfig } from '@klieg/contract';
import type { CallContext, Caller, Handlers } from '../../platform/http/index.ts';

interface Deps<C extends Caller> {
  readonly greet: (context: CallContext<C>) => { readonly csrf: string };
  readonly configFor: (caller: C, csrf: string | null) => SiteConfig;
}

export function makeBrandHandlers<C extends Caller>(
  deps: Deps<C>,
): Handlers<(typeof callsByFeature)['brand'], C> {
  return {
    getSiteConfig: ({ query }, context) =>
      deps.configFor(context.caller, query.ssr ? null : deps.greet(context).csrf),
  };
}
