import type { VoyeurRoomLine } from '@klieg/contract';
import { Button, Field, HeadCell, Input, Tag } from '@klieg/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { codeOf, explainError } from '../../shared/errors/explain-error.ts';
import { ConfirmPassword } from '../../shared/password/confirm-password.tsx';
import { deskApi, DeskSection, useDesk } from '../money-desk/index.ts';

interface Wish {
  readonly username: string;
  readonly isVoyeurCam: boolean;
}

/** Sets a room, and again once the password was given. */
function useSetRoom(onSet: () => void) {
  const { t, i18n } = useLingui();
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  const [locked, setLocked] = useState<Wish>();
  const explain = (error: unknown): string => {
    if (codeOf(error) === 'rooms.not_found') return t`No performer has this name.`;
    if (codeOf(error) === 'broadcast.already_live')
      return t`This room is on air. Change it when the stream has ended.`;
    return explainError(error, i18n);
  };
  const set = async (wish: Wish) => {
    setBusy(true);
    setFailure(undefined);
    setLocked(undefined);
    try {
      const { username, isVoyeurCam } = wish;
      await deskApi.setVoyeurRoom({ params: { username }, body: { isVoyeurCam } });
      onSet();
    } catch (error) {
      if (codeOf(error) === 'common.sudo_required') setLocked(wish);
      else setFailure(explain(error));
    }
    setBusy(false);
  };
  const question = locked && (
    <ConfirmPassword onConfirmed={() => void set(locked)} onClose={() => setLocked(undefined)} />
  );
  return { isBusy, failure, question, set };
}

function Row(props: { readonly room: VoyeurRoomLine; readonly isBusy: boolean; readonly onEnd: () => void }) {
  const { room, isBusy, onEnd } = props;
  const { t } = useLingui();
  return (
    <tr>
      <td>
        <b>{room.display_name}</b> <span className="text-ink-2">{room.username}</span>
      </td>
      <td>
        {room.live ? (
          <Tag tone="ok">
            <Trans>On air</Trans>
          </Tag>
        ) : (
          <Tag>
            <Trans>Off air</Trans>
          </Tag>
        )}
      </td>
      <td className="is-end">
        <Button
          kind="line"
          busy={isBusy}
          aria-label={t`Make ${room.username} a regular room`}
          onClick={onEnd}
        >
          <Trans>Make it a regular room</Trans>
        </Button>
      </td>
    </tr>
  );
}

function Rooms({ items, onSet }: { readonly items: readonly VoyeurRoomLine[]; readonly onSet: () => void }) {
  const [username, setUsername] = useState('');
  const { isBusy, failure, question, set } = useSetRoom(onSet);
  return (
    <>
      <div className="module-head px-4 py-3">
        <h2 className="grow">
          <Trans>Voyeur rooms</Trans>
        </h2>
      </div>
      <form
        className="grid gap-3 px-4 pb-4"
        onSubmit={(event) => {
          event.preventDefault();
          void set({ username: username.trim().toLowerCase(), isVoyeurCam: true });
        }}
      >
        <Field label={<Trans>Username of a performer</Trans>} error={failure}>
          <Input value={username} maxLength={30} onChange={(event) => setUsername(event.target.value)} />
        </Field>
        <span>
          <Button type="submit" kind="key" busy={isBusy} disabled={username.trim() === ''}>
            <Trans>Make it a voyeur room</Trans>
          </Button>
        </span>
      </form>
      {question}
      {items.length === 0 ? (
        <p className="px-4 pb-4 text-ink-2">
          <Trans>No room is a voyeur room yet.</Trans>
        </p>
      ) : (
        <div className="desk-scroll">
          <table className="data-table">
            <thead>
              <tr>
                <HeadCell>
                  <Trans>Performer</Trans>
                </HeadCell>
                <HeadCell>
                  <Trans>State</Trans>
                </HeadCell>
                <HeadCell end>
                  <Trans>Change</Trans>
                </HeadCell>
              </tr>
            </thead>
            <tbody>
              {items.map((room) => (
                <Row
                  key={room.username}
                  room={room}
                  isBusy={isBusy}
                  onEnd={() => void set({ username: room.username, isVoyeurCam: false })}
                />
              ))}
            </tbody>
          </table>
        </div>
      )}
    </>
  );
}

/** `/admin/voyeur`: the rooms that show a house by several cameras. */
export function VoyeurDeskPage() {
  const desk = useDesk('voyeur', (signal) => deskApi.listVoyeurRooms({ signal }));
  return (
    <section>
      <DeskSection desk={desk}>{({ items }) => <Rooms items={items} onSet={desk.reload} />}</DeskSection>
    </section>
  );
}
