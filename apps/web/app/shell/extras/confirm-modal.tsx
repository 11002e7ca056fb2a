import { ConfirmDialog } from '@klieg/ui';
import type { ModalMap } from '../../shared/modal/modal-map.ts';

/** Asks once, on any page, before something is done (SHELL-006). */
export default function ConfirmModal({
  title,
  text,
  yes,
  no,
  isHarmless = false,
  onYes,
  onClose,
}: ModalMap['confirm'] & { readonly onClose: () => void }) {
  const agree = () => {
    onClose();
    onYes();
  };
  return (
    <ConfirmDialog
      title={title}
      yes={yes}
      {...(no !== undefined && { no })}
      isHarmless={isHarmless}
      onYes={agree}
      onClose={onClose}
    >
      {text}
    </ConfirmDialog>
  );
}
