import { IconButton, showToast } from '@klieg/ui';
import { useLingui } from '@lingui/react/macro';
import { openModal } from '#app/shared/modal/modal-store.ts';
import type { SlotProps } from '#app/shared/room-module/room-module.ts';

/** The device's own list of ways to share, where it has one. @returns whether it was shown */
async function shareByDevice(shared: { readonly title: string; readonly url: string }): Promise<boolean> {
  if (!matchMedia('(pointer: coarse)').matches || typeof navigator.share !== 'function') return false;
  try {
    await navigator.share(shared);
    return true;
  } catch (error) {
    // Somebody who closes the list has seen it.
    return error instanceof DOMException && error.name === 'AbortError';
  }
}

/** Passes the room's address on: by the device's list of ways, else by the clipboard. */
export function ShareButton({ room: { user } }: Pick<SlotProps, 'room'>) {
  const { t } = useLingui();
  const share = async () => {
    // Without the query, which may reveal the reader, or where they came from.
    const url = new URL(`/${user.username}`, location.origin).href;
    if (await shareByDevice({ title: user.displayName, url })) return;
    try {
      await navigator.clipboard.writeText(url);
      showToast({ content: t`The link to this room is copied.` });
    } catch {
      openModal('alert', { title: t`The link to this room`, text: url });
    }
  };
  return (
    <IconButton
      icon="share-network"
      label={t`Share ${user.displayName}’s room`}
      onClick={() => void share()}
    />
  );
}
