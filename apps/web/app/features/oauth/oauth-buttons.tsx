import type { OauthProvider } from '@klieg/contract';
import { buttonClass } from '@klieg/ui';
import { Trans } from '@lingui/react/macro';
import { useSiteConfig } from '../../shared/site.ts';
import { PROVIDER_NAMES } from './provider-names.ts';

const PROVIDERS: readonly OauthProvider[] = ['google', 'facebook'];

/** The page of a provider, which sends the browser back to where it should continue. */
const startOf = (provider: OauthProvider, returnTo: string): string =>
  `/api/v1/auth/oauth/${provider}?return_to=${encodeURIComponent(returnTo)}`;

/** Logging in or joining by an account elsewhere, where the site has set that up. */
export function OauthButtons({ returnTo }: { readonly returnTo: string }) {
  const available = useSiteConfig()?.oauthAvailable;
  const shown = PROVIDERS.filter((provider) => available?.[provider]);
  if (shown.length === 0) return null;
  return (
    <div className="grid grid-cols-[repeat(auto-fit,minmax(200px,1fr))] gap-2">
      {shown.map((provider) => (
        <a
          key={provider}
          className={buttonClass({ kind: 'line', size: 'large', full: true })}
          href={startOf(provider, returnTo)}
        >
          <Trans>Continue with {PROVIDER_NAMES[provider]}</Trans>
        </a>
      ))}
    </div>
  );
}
