import { Button } from '@klieg/ui';
import { Plural, Trans } from '@lingui/react/macro';
import { useHiddenNames } from '#app/shared/me/hidden-names.ts';
import { openModal } from '#app/shared/modal/modal-store.ts';

/** Says that a list is incomplete, with a link to the hidden performers; nothing if none of them belong to it. */
export function HiddenNote({ cards }: { readonly cards: readonly { readonly username: string }[] }) {
  const hidden = useHiddenNames();
  const count = cards.filter(({ username }) => hidden.has(username)).length;
  if (count === 0) return null;
  return (
    <p className="my-3 flex flex-wrap items-center justify-center gap-2 text-ink-2">
      <Plural
        value={count}
        one="You have hidden # performer from this list."
        other="You have hidden # performers from this list."
      />
      <Button size="small" kind="line" onClick={() => openModal('hidden-models', {})}>
        <Trans>Hidden performers</Trans>
      </Button>
    </p>
  );
}
