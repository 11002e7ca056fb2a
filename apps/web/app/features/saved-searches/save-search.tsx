import { Button } from '@klieg/ui';
import { Trans } from '@lingui/react/macro';
import { Suspense, useState } from 'react';
import { withTexts } from '#app/shared/language/with-texts.ts';
import { lazyPart } from '#app/shared/lazy-part.ts';
import { useMe } from '#app/shared/me/me-store.ts';
import { openModal } from '#app/shared/modal/modal-store.ts';

const Modal = lazyPart(withTexts(() => import('./saved-searches-modal.tsx')));

export interface SaveSearchProps {
  /** The active filters, as in the address; empty if none is. */
  readonly query: string;
  /** What they say. */
  readonly name: string;
}

/** Link to the saved searches; guests are asked to join. */
export function SaveSearch({ query, name }: SaveSearchProps) {
  const me = useMe();
  const [isOpen, setOpen] = useState(false);
  const press = () => (me.kind === 'guest' ? openModal('signup', { reason: 'search' }) : setOpen(true));
  return (
    <>
      <Button icon="bell" aria-haspopup="dialog" onClick={press}>
        {query === '' ? <Trans>Saved searches</Trans> : <Trans>Save search</Trans>}
      </Button>
      {isOpen && (
        <Suspense>
          <Modal query={query} name={name} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
