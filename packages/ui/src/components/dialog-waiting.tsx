import { Trans } from '@lingui/react/macro';

/** Stands where a dialog will be while its code is on the way. */
export function DialogWaiting() {
  return (
    <output className="dialog-scrim grid place-items-center">
      <span className="spinner text-on-black" />
      <span className="visually-hidden">
        <Trans>Loading</Trans>
      </span>
    </output>
  );
}
