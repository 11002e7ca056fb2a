import { buttonClass, Notice } from '@klieg/ui';
import { Trans } from '@lingui/react/macro';

/** Above the home page of a suspended account: whoever only looks around still finds the way to the appeal. */
export default function SuspensionNotice() {
  return (
    <div className="p-3">
      <Notice
        tone="warn"
        title={<Trans>Your account is suspended</Trans>}
        action={
          <a className={buttonClass({ kind: 'line', size: 'small' })} href="/account/tokens">
            <Trans>Why, and how to appeal</Trans>
          </a>
        }
      >
        <Trans>You see what guests see. Your balance is kept.</Trans>
      </Notice>
    </div>
  );
}
