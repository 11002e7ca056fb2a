import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { OwnThread, ThreadLines } from './own-threads.tsx';
import { useThreads } from './use-threads.ts';

/** Earlier conversations on the support page; nothing if there are none. */
export default function ThreadList() {
  const { state, reload } = useThreads();
  const [open, setOpen] = useState<string>();
  if (state.kind !== 'ready' || state.value.length === 0) return null;
  const back = () => {
    setOpen(undefined);
    reload();
  };
  return (
    <section className="grid gap-3">
      <h2>
        <Trans>Your conversations</Trans>
      </h2>
      {open === undefined ? (
        <ThreadLines items={state.value} onOpen={setOpen} />
      ) : (
        <OwnThread key={open} id={open} onBack={back} />
      )}
    </section>
  );
}
