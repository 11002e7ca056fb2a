import type { MediaDetail, Playlist } from '@klieg/contract';
import { Button, Checkbox, Dialog, ErrorBox, Field, Input, showToast } from '@klieg/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import { type FormEvent, useState } from 'react';
import { lateApi } from '#app/shared/api/late-client.ts';
import { explainError } from '#app/shared/errors/explain-error.ts';
import { useLoaded } from '#app/shared/use-loaded.ts';

const NAME_MAX = 60;

/** Makes a playlist with the item in it. */
function NewPlaylist({ mediaId, onAdded }: { readonly mediaId: number; readonly onAdded: () => void }) {
  const { i18n } = useLingui();
  const [name, setName] = useState('');
  const [isBusy, setBusy] = useState(false);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (isBusy || name.trim() === '') return;
    setBusy(true);
    try {
      const { playlist } = await lateApi.addPlaylist({ body: { name: name.trim() } });
      await lateApi.changePlaylist({ params: { id: String(playlist.id) }, body: { add: [mediaId] } });
      setName('');
      onAdded();
    } catch (error) {
      showToast({ content: explainError(error, i18n), appearance: 'error' });
    } finally {
      setBusy(false);
    }
  };
  return (
    <form className="grid gap-2" onSubmit={(event) => void submit(event)}>
      <Field label={<Trans>New playlist</Trans>}>
        <Input maxLength={NAME_MAX} value={name} onChange={(event) => setName(event.target.value)} />
      </Field>
      <div>
        <Button type="submit" busy={isBusy} disabled={name.trim() === ''}>
          <Trans>Create it and add this</Trans>
        </Button>
      </div>
    </form>
  );
}

function PlaylistDialog({
  mediaId,
  onChange,
  onClose,
}: {
  readonly mediaId: number;
  readonly onChange: () => void;
  readonly onClose: () => void;
}) {
  const { i18n } = useLingui();
  const { state, reload, show } = useLoaded('own playlists', (signal) =>
    lateApi.listPlaylists({ query: {}, signal }),
  );
  const toggle = async (list: Playlist, isIn: boolean) => {
    try {
      const { playlist } = await lateApi.changePlaylist({
        params: { id: String(list.id) },
        body: isIn ? { remove: [mediaId] } : { add: [mediaId] },
      });
      if (state.kind === 'ready')
        show({ playlists: state.value.playlists.map((one) => (one.id === playlist.id ? playlist : one)) });
      onChange();
    } catch (error) {
      showToast({ content: explainError(error, i18n), appearance: 'error' });
    }
  };
  return (
    <Dialog title={<Trans>Playlists</Trans>} onClose={onClose}>
      {state.kind === 'loading' && <div className="skeleton h-20" aria-busy="true" />}
      {state.kind === 'failed' && (
        <ErrorBox title={<Trans>Your playlists did not load</Trans>} onRetry={reload} />
      )}
      {state.kind === 'ready' && (
        <div className="grid gap-4">
          {state.value.playlists.length > 0 && (
            <ul className="grid gap-2">
              {state.value.playlists.map((list) => {
                const isIn = list.media_ids.includes(mediaId);
                return (
                  <li key={list.id}>
                    <Checkbox checked={isIn} onChange={() => void toggle(list, isIn)}>
                      {list.name}
                    </Checkbox>
                  </li>
                );
              })}
            </ul>
          )}
          <NewPlaylist
            mediaId={mediaId}
            onAdded={() => {
              reload();
              onChange();
            }}
          />
        </div>
      )}
    </Dialog>
  );
}

/** Which own playlists contain an item. */
export function PlaylistButton({
  media,
  onChange,
}: {
  readonly media: MediaDetail;
  readonly onChange: () => void;
}) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button size="small" kind="line" icon="list" onClick={() => setOpen(true)}>
        <Trans>Playlists</Trans>
      </Button>
      {isOpen && <PlaylistDialog mediaId={media.id} onChange={onChange} onClose={() => setOpen(false)} />}
    </>
  );
}
