import { buttonClass, Notice } from '@klieg/ui';
import { Trans } from '@lingui/react/macro';

/** `unknown` is mistyped, or of an earlier start. */
export type KeyRefusal = 'used' | 'unknown';

/** Why a key makes nobody the owner, and what to do. */
export function KeyRefused({ refusal }: { readonly refusal: KeyRefusal }) {
  return (
    <div className="form">
      {refusal === 'used' ? (
        <Notice tone="bad" title={<Trans>This site has an owner</Trans>}>
          <Trans>
            This address works once. If it was not you, use npm run owner on the server: it makes an account
            you name the administrator.
          </Trans>
        </Notice>
      ) : (
        <Notice tone="bad" title={<Trans>This key is not the newest</Trans>}>
          <Trans>
            Each start of a site without an administrator prints a new address and ends the previous one. Take
            the last one from the log, and check that all of it is in the address bar.
          </Trans>
        </Notice>
      )}
      <a className={buttonClass({ kind: 'line', size: 'large' })} href="/">
        <Trans>Go to the home page</Trans>
      </a>
    </div>
  );
}
