import { showToast } from '@klieg/ui';
import { useLingui } from '@lingui/react/macro';
import { hideModel } from '#app/shared/me/hidden-models.ts';

/** Hides a performer from all lists; the toast can undo it. */
export function useHide(username: string, name: string): () => void {
  const { t } = useLingui();
  return () => {
    hideModel(username, true);
    showToast({
      content: t`${name} is hidden from all lists. Press here to undo.`,
      onClick: () => hideModel(username, false),
    });
  };
}
