import type { WatchMedia } from '@klieg/contract';
import { Button, Dialog } from '@klieg/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import { type FormEvent, useId, useState } from 'react';
import type { SlotProps } from '../../shared/room-module/room-module.ts';
import { WatchChoice } from '../../shared/watchable/watch-choice.tsx';
import { tellRefusal } from './tell-refusal.ts';
import { proposeWatch } from './watch-calls.ts';
import type { WatchPart } from './watch-state.ts';

/** Chooses the video that is proposed to the performer (LIVE-VIDEO-002). */
export function WatchDialog({ room, tools }: SlotProps<WatchPart>) {
  const { i18n } = useLingui();
  const formId = useId();
  const [chosen, setChosen] = useState<WatchMedia['id']>();
  const [isBusy, setBusy] = useState(false);
  const { username, displayName } = room.user;
  const close = () => tools.dispatch({ name: 'page.watch-dialog', payload: { isOpen: false } });
  const propose = async (event: FormEvent) => {
    event.preventDefault();
    if (chosen === undefined || isBusy) return;
    setBusy(true);
    try {
      await proposeWatch(username, chosen);
      close();
    } catch (error) {
      tellRefusal(error, i18n);
      setBusy(false);
    }
  };
  return (
    <Dialog
      title={<Trans>Watch together</Trans>}
      onClose={close}
      foot={
        <>
          <Button kind="line" onClick={close}>
            <Trans>Not now</Trans>
          </Button>
          <span className="grow" />
          <Button kind="key" type="submit" form={formId} busy={isBusy} disabled={chosen === undefined}>
            <Trans>Propose it</Trans>
          </Button>
        </>
      }
    >
      <form id={formId} method="post" className="grid gap-3" onSubmit={(event) => void propose(event)}>
        <p className="text-ink-2">
          <Trans>
            {displayName} is asked first, and has a minute to answer. It plays for both of you, and either can
            stop it. The price of the private stays as it is.
          </Trans>
        </p>
        <WatchChoice username={username} chosen={chosen} onChoose={({ id }) => setChosen(id)} />
      </form>
    </Dialog>
  );
}
