import { showToast } from '@klieg/ui';
import { useLingui } from '@lingui/react/macro';
import { hideModel } from '#app/shared/me/hidden-models.ts';

/** Takes a performer out of all lists; the toast that says so undoes it. */
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
