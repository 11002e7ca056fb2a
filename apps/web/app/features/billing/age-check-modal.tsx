import { Button, buttonClass, Dialog } from '@klieg/ui';
import { Trans } from '@lingui/react/macro';

/** Tokens are sold to whoever has passed the age check of their region; there is no check on this page yet. */
export default function AgeCheckModal({ onClose }: { readonly onClose: () => void }) {
  return (
    <Dialog
      title={<Trans>Verify your age first</Trans>}
      onClose={onClose}
      foot={
        <>
          <Button kind="line" onClick={onClose}>
            <Trans>Close</Trans>
          </Button>
          <span className="grow max-tablet:hidden" />
          <a className={buttonClass({ kind: 'key' })} href="/support?topic=account">
            <Trans>Ask support to check it</Trans>
          </a>
        </>
      }
    >
      <p>
        <Trans>
          The law of your region asks for an age check before the first purchase. Nothing was charged, and
          your balance is kept.
        </Trans>
      </p>
      <p className="text-ink-2">
        <Trans>
          Next: write to support that you want to be checked. A person tells you which document is needed, and
          you can buy as soon as it is accepted.
        </Trans>
      </p>
    </Dialog>
  );
}
