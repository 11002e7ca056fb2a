import type { MediaItem, Playlist } from '@klieg/contract';
import { formatCount } from '@klieg/i18n';
import { Button, ConfirmDialog, Dialog, Empty, Field, Icon, Input, Picture, showToast } from '@klieg/ui';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { type FormEvent, useState } from 'react';
import { Link } from 'react-router';
import { lateApi } from '#app/shared/api/late-client.ts';
import { explainError } from '#app/shared/errors/explain-error.ts';

const NAME_MAX = 60;

/** The name of a new playlist, or another one for an old. */
function NameDialog({
  list,
  onDone,
  onClose,
}: {
  readonly list: Playlist | undefined;
  readonly onDone: () => void;
  readonly onClose: () => void;
}) {
  const { i18n } = useLingui();
  const [name, setName] = useState(list?.name ?? '');
  const [isBusy, setBusy] = useState(false);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (isBusy || name.trim() === '') return;
    setBusy(true);
    const body = { name: name.trim() };
    try {
      await (list
        ? lateApi.changePlaylist({ params: { id: String(list.id) }, body })
        : lateApi.addPlaylist({ body }));
      onDone();
    } catch (error) {
      setBusy(false);
      showToast({ content: explainError(error, i18n), appearance: 'error' });
    }
  };
  return (
    <Dialog title={list ? <Trans>Rename the playlist</Trans> : <Trans>New playlist</Trans>} onClose={onClose}>
      <form className="grid gap-4" onSubmit={(event) => void submit(event)}>
        <Field label={<Trans>Name</Trans>}>
          <Input maxLength={NAME_MAX} value={name} onChange={(event) => setName(event.target.value)} />
        </Field>
        <div>
          <Button type="submit" kind="key" busy={isBusy} disabled={name.trim() === ''}>
            <Trans>Save</Trans>
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

function Row({
  list,
  first,
  onRename,
  onDelete,
}: {
  readonly list: Playlist;
  /** Where it is opened; absent while nothing in it can be shown. */
  readonly first: MediaItem | undefined;
  readonly onRename: () => void;
  readonly onDelete: () => void;
}) {
  const { t, i18n } = useLingui();
  const words = (
    <>
      <span className="media-small-picture">
        {list.cover_url ? <Picture src={list.cover_url} sizes="88px" /> : <Icon name="list" />}
      </span>
      <span className="min-w-0">
        <b className="block truncate">{list.name}</b>
        <span className="small text-ink-2">
          <Plural value={list.count} one="# item" other={`${formatCount(list.count, i18n.locale)} items`} />
        </span>
      </span>
    </>
  );
  return (
    <li className="media-playlist-row">
      {first ? (
        <Link className="media-playlist" to={`${first.url}?playlist=${list.id}`}>
          {words}
        </Link>
      ) : (
        <span className="media-playlist">{words}</span>
      )}
      <Button size="small" kind="line" aria-label={t`Rename ${list.name}`} onClick={onRename}>
        <Trans>Rename</Trans>
      </Button>
      <Button size="small" kind="line" aria-label={t`Delete ${list.name}`} onClick={onDelete}>
        <Trans>Delete</Trans>
      </Button>
    </li>
  );
}

/** Own playlists: create, rename, open, delete. Their contents stay bought. */
export function OwnPlaylists({
  lists,
  items,
  onChange,
}: {
  readonly lists: readonly Playlist[];
  readonly items: readonly MediaItem[];
  readonly onChange: () => void;
}) {
  const { i18n } = useLingui();
  const [naming, setNaming] = useState<{ readonly list: Playlist | undefined }>();
  const [deleting, setDeleting] = useState<Playlist>();
  const known = new Map(items.map((item) => [item.id, item]));
  const remove = async (list: Playlist) => {
    setDeleting(undefined);
    try {
      await lateApi.deletePlaylist({ params: { id: String(list.id) }, body: {} });
      onChange();
    } catch (error) {
      showToast({ content: explainError(error, i18n), appearance: 'error' });
    }
  };
  return (
    <div className="grid gap-3">
      <div>
        <Button icon="plus" onClick={() => setNaming({ list: undefined })}>
          <Trans>New playlist</Trans>
        </Button>
      </div>
      {lists.length === 0 ? (
        <Empty title={<Trans>No playlists yet</Trans>}>
          <Trans>Group media in the order you want to see them.</Trans>
        </Empty>
      ) : (
        <ul className="grid gap-2">
          {lists.map((list) => (
            <Row
              key={list.id}
              list={list}
              first={list.media_ids.flatMap((id) => known.get(id) ?? [])[0]}
              onRename={() => setNaming({ list })}
              onDelete={() => setDeleting(list)}
            />
          ))}
        </ul>
      )}
      {naming && (
        <NameDialog
          list={naming.list}
          onDone={() => {
            setNaming(undefined);
            onChange();
          }}
          onClose={() => setNaming(undefined)}
        />
      )}
      {deleting && (
        <ConfirmDialog
          title={<Trans>Delete {deleting.name}?</Trans>}
          yes={<Trans>Delete</Trans>}
          onYes={() => void remove(deleting)}
          onClose={() => setDeleting(undefined)}
        >
          <Trans>The media in it stays where it is.</Trans>
        </ConfirmDialog>
      )}
    </div>
  );
}
