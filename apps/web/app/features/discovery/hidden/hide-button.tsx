import { Icon } from '@klieg/ui';
import { useLingui } from '@lingui/react/macro';
import { useHide } from './use-hide.ts';

/** On a card: takes its performer out of all lists. */
export default function HideButton({ username, name }: { readonly username: string; readonly name: string }) {
  const { t } = useLingui();
  const words = t`Hide ${name}`;
  return (
    <button
      type="button"
      className="heart card-hide"
      aria-label={words}
      title={words}
      onClick={useHide(username, name)}
    >
      <Icon name="eye-slash" size={16} />
    </button>
  );
}
