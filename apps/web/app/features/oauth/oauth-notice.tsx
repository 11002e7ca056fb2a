import { Notice } from '@klieg/ui';
import { Trans } from '@lingui/react/macro';
import { useSearchParams } from 'react-router';
import { providerNamed } from './provider-names.ts';

/** What came of a log-in by a provider that did not end in one. */
export function OauthNotice() {
  const [query] = useSearchParams();
  if (query.get('error') === 'oauth')
    return (
      <Notice tone="bad" title={<Trans>You are not logged in</Trans>}>
        <Trans>That login was canceled or took too long. Try again, or use your password.</Trans>
      </Notice>
    );
  const name = providerNamed(query.get('provider'));
  if (query.get('oauth') !== 'link' || !name) return null;
  return (
    <Notice tone="warn" title={<Trans>You already have an account here</Trans>}>
      <Trans>
        It has the same email address. Log in with your password; then connect {name} under Settings, Linked
        accounts.
      </Trans>
    </Notice>
  );
}
