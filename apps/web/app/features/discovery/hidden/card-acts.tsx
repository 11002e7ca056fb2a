import { Icon } from '@klieg/ui';
import { useLingui } from '@lingui/react/macro';
import { openModal } from '#app/shared/modal/modal-store.ts';
import { useHide } from './use-hide.ts';

/** Actions on a card besides following: hide its performer from all lists, ask why it is ranked here. */
export default function CardActs({ username, name }: { readonly username: string; readonly name: string }) {
  const { t } = useLingui();
  const hideWords = t`Hide ${name}`;
  const whyWords = t`Why is ${name} here?`;
  return (
    <>
      <button
        type="button"
        className="heart card-hide"
        aria-label={hideWords}
        title={hideWords}
        onClick={useHide(username, name)}
      >
        <Icon name="eye-slash" size={16} />
      </button>
      <button
        type="button"
        className="heart card-why"
        aria-label={whyWords}
        title={whyWords}
        onClick={() => openModal('why-here', { username, name })}
      >
        <Icon name="info" size={16} />
      </button>
    </>
  );
}
