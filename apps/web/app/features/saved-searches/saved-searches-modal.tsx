import { SAVED_SEARCHES_MAX, type SavedSearch } from '@klieg/contract';
import {
  Button,
  Checkbox,
  Dialog,
  Empty,
  ErrorBox,
  Field,
  IconButton,
  Input,
  Notice,
  Switch,
} from '@klieg/ui';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { type FormEvent, useState } from 'react';
import { Link } from 'react-router';
import { lateApi } from '#app/shared/api/late-client.ts';
import { type SaveControl, useSave } from '#app/shared/settings/use-save.ts';
import { useLoaded } from '#app/shared/use-loaded.ts';
import './saved-searches.css';

type Show = (items: readonly SavedSearch[]) => void;

interface SaveFormProps {
  readonly query: string;
  /** What its filters say, until somebody calls it otherwise. */
  readonly name: string;
  readonly known: SavedSearch | undefined;
  readonly run: SaveControl['run'];
  readonly onSaved: Show;
}

/** Keeps the filters that are on. */
function SaveForm({ query, name: usual, known, run, onSaved }: SaveFormProps) {
  const { t } = useLingui();
  const [name, setName] = useState(known?.name ?? usual);
  const [isTold, setTold] = useState(known?.is_told ?? true);
  const [isBusy, setBusy] = useState(false);
  const [isMissing, setMissing] = useState(false);
  const save = async (event: FormEvent) => {
    event.preventDefault();
    setMissing(name.trim() === '');
    if (name.trim() === '') return;
    setBusy(true);
    await run(async () =>
      onSaved((await lateApi.saveSearch({ body: { query, name, is_told: isTold } })).items),
    );
    setBusy(false);
  };
  return (
    <form className="saved-form" onSubmit={(event) => void save(event)} noValidate>
      <Field label={<Trans>Name</Trans>} error={isMissing && <Trans>Give it a name.</Trans>}>
        <Input
          value={name}
          maxLength={60}
          placeholder={t`Pianists who speak German`}
          onChange={({ target }) => setName(target.value)}
        />
      </Field>
      <Checkbox checked={isTold} onChange={({ target }) => setTold(target.checked)}>
        <Trans>Notify me when a match goes live</Trans>
      </Checkbox>
      <Button type="submit" kind="key" busy={isBusy}>
        {known ? <Trans>Save changes</Trans> : <Trans>Save search</Trans>}
      </Button>
    </form>
  );
}

interface RowProps {
  readonly search: SavedSearch;
  readonly run: SaveControl['run'];
  readonly onChanged: Show;
  readonly onOpen: () => void;
}

/** One that is kept: leads to its rooms, and says whether its news come. */
function Row({ search, run, onChanged, onOpen }: RowProps) {
  const { t } = useLingui();
  const { id, name, query, is_told: isTold, live_count: live } = search;
  const params = { id };
  // A press shows at once, and goes back where it was refused.
  const [pressed, setPressed] = useState<boolean>();
  const tell = async (wanted: boolean) => {
    setPressed(wanted);
    await run(async () =>
      onChanged((await lateApi.changeSavedSearch({ params, body: { is_told: wanted } })).items),
    );
    setPressed(undefined);
  };
  const remove = () =>
    void run(async () => onChanged((await lateApi.removeSavedSearch({ params, body: {} })).items));
  return (
    <li className="list-row">
      <span className="grid min-w-0 grow">
        <Link className="strong truncate" to={`/multi-filter?${query}`} onClick={onOpen}>
          {name}
        </Link>
        <span className="text-ink-2 text-small">
          {live > 0 ? (
            <Plural value={live} one="# live now" other="# live now" />
          ) : (
            <Trans>Nobody is live</Trans>
          )}
        </span>
      </span>
      <Switch
        aria-label={t`Notify me about ${name}`}
        checked={pressed ?? isTold}
        onChange={({ target }) => void tell(target.checked)}
      >
        <Trans>Notify me</Trans>
      </Switch>
      <IconButton icon="trash" label={t`Remove ${name}`} onClick={remove} />
    </li>
  );
}

export interface SavedSearchesModalProps {
  /** The filters that are on, as the address has them; empty: there is nothing to save. */
  readonly query: string;
  readonly name: string;
  readonly onClose: () => void;
}

/** Saves the active filters, and lists the saved ones. */
export default function SavedSearchesModal({ query, name, onClose }: SavedSearchesModalProps) {
  const { state, reload, show } = useLoaded('saved searches', (signal) =>
    lateApi.listSavedSearches({ signal }),
  );
  const { state: saving, run } = useSave();
  const onChanged: Show = (items) => show({ items: [...items] });
  const items = state.kind === 'ready' ? state.value.items : [];
  const known = items.find((search) => search.query === query);
  return (
    <Dialog title={<Trans>Saved searches</Trans>} onClose={onClose}>
      {saving.kind === 'failed' && (
        <Notice tone="warn" title={<Trans>That did not work</Trans>}>
          {saving.text}
        </Notice>
      )}
      {state.kind === 'failed' && (
        <ErrorBox title={<Trans>Your searches did not load.</Trans>} onRetry={reload} />
      )}
      {state.kind === 'loading' && <output className="skeleton block h-40" aria-busy="true" />}
      {state.kind === 'ready' &&
        query !== '' &&
        (known !== undefined || items.length < SAVED_SEARCHES_MAX) && (
          <SaveForm key={known?.id ?? 'new'} {...{ query, name, known, run }} onSaved={onChanged} />
        )}
      {state.kind === 'ready' && items.length === 0 && query === '' && (
        <Empty title={<Trans>Nothing saved yet</Trans>}>
          <Trans>Choose filters, save them here, and be notified when a match goes live.</Trans>
        </Empty>
      )}
      {items.length > 0 && (
        <ul className="saved-list">
          {items.map((search) => (
            <Row key={search.id} search={search} run={run} onChanged={onChanged} onOpen={onClose} />
          ))}
        </ul>
      )}
    </Dialog>
  );
}
