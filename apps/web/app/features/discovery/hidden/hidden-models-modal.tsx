import { Dialog } from '@klieg/ui';
import { Trans } from '@lingui/react/macro';
import { useMember } from '#app/shared/me/me-store.ts';
import { HiddenList } from './hidden-list.tsx';

/** Whom somebody has hidden from all lists. */
export default function HiddenModelsModal({ onClose }: { readonly onClose: () => void }) {
  const isMember = useMember() !== undefined;
  return (
    <Dialog title={<Trans>Hidden performers</Trans>} onClose={onClose}>
      <p className="text-ink-2">
        {isMember ? (
          <Trans>They are left out of your lists. Your account remembers this; they are not told.</Trans>
        ) : (
          <Trans>They are left out of your lists. This browser remembers this; they are not told.</Trans>
        )}
      </p>
      <HiddenList />
    </Dialog>
  );
}
