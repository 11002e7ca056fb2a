import type { PerformerRecord } from '@klieg/contract';
import { Button, Empty, Notice, Tag } from '@klieg/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { explainError } from '../../shared/errors/explain-error.ts';
import { useConfirmed } from '../../shared/password/use-confirmed.tsx';
import { deskApi } from '../money-desk/index.ts';
import { saveRecords } from './fetch-file.ts';
import { type OpenedRecord, RecordPanel } from './record-panel.tsx';
import { RECORD_KINDS, RECORD_STATES } from './record-words.ts';
import { type Asked, type AskedFile, SearchForm } from './search-form.tsx';
import './performer-records.css';

interface Found {
  readonly asked: Asked;
  readonly items: readonly PerformerRecord[];
  readonly found: number;
  readonly custodian: string | null;
  readonly next: string | null;
}

/** Whom a search has found. */
function Line({
  one,
  isChosen,
  onChoose,
}: {
  readonly one: PerformerRecord;
  readonly isChosen: boolean;
  readonly onChoose: () => void;
}) {
  const { t } = useLingui();
  const called = one.username ?? one.names[0]?.name ?? '';
  const state = RECORD_STATES[one.state];
  return (
    <li>
      <button type="button" className="mod-case" aria-current={isChosen || undefined} onClick={onChoose}>
        <span className="min-w-0 grow">
          <b className="block truncate">{one.legal_names[0] ?? t`No document`}</b>
          <span className="small block truncate text-ink-2">
            {t(RECORD_KINDS[one.kind])} · {called}
            {one.beside !== null && ` · ${t`with ${one.beside}`}`}
          </span>
        </span>
        <Tag tone={one.state === 'approved' ? 'ok' : 'neutral'}>{t(state)}</Tag>
      </button>
    </li>
  );
}

/** The results, and the selected person. */
function useRecords() {
  const { i18n } = useLingui();
  const [found, setFound] = useState<Found>();
  const [opened, setOpened] = useState<OpenedRecord>();
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  const { question, run } = useConfirmed((error) => setFailure(explainError(error, i18n)));
  const act = (what: () => Promise<void>) => {
    setFailure(undefined);
    setBusy(true);
    void run(what).finally(() => setBusy(false));
  };
  const search = (asked: Asked, cursor?: string) =>
    act(async () => {
      const answer = await deskApi.listRecords({ query: { ...asked, ...(cursor && { cursor }) } });
      const before = cursor && found ? found.items : [];
      setFound({
        asked,
        items: [...before, ...answer.items],
        found: answer.found,
        custodian: answer.custodian,
        next: answer.next_cursor,
      });
      if (!cursor) setOpened(undefined);
    });
  // Each look is written down, so it is made when somebody presses, and once.
  const open = (id: string, cursor?: string) =>
    act(async () => {
      const { reason } = found!.asked;
      const query = { reason, ...(cursor && { cursor }) };
      const answer = await deskApi.getPerformerRecord({ params: { id }, query });
      const before = cursor && opened ? opened.items : [];
      setOpened({ ...answer, items: [...before, ...answer.items] });
    });
  const save = (asked: AskedFile, format: 'csv' | 'json') =>
    act(() => {
      const { q, ...rest } = asked;
      return saveRecords(asked.by === 'all' ? rest : { ...rest, q }, format);
    });
  const close = () => setOpened(undefined);
  return { found, opened, isBusy, failure, question, search, open, save, close };
}

/** `/mod/records`: performers' identities, by any of their names or by content. */
export function RecordsPage() {
  const { found, opened, isBusy, failure, question, search, open, save, close } = useRecords();
  const chosen = opened?.record.id;
  return (
    <div className="mod-console mod-records" data-chosen={chosen !== undefined}>
      <section>
        <div className="module-head px-4 py-3">
          <h2 className="grow">
            <Trans>Records of performers</Trans>
          </h2>
          {found && (
            <span className="small text-ink-2">
              <Trans>{found.found} found</Trans>
            </span>
          )}
        </div>
        {question}
        <SearchForm isBusy={isBusy} failure={failure} onSearch={(asked) => search(asked)} onSave={save} />
        {found && (
          <p className="small px-4 pb-4 text-ink-2">
            {found.custodian === null ? (
              <Trans>
                The configuration does not say who keeps these records (RECORDS_CUSTODIAN): the site’s
                statement and files from here leave it blank.
              </Trans>
            ) : (
              <Trans>These records are kept by {found.custodian}</Trans>
            )}
          </p>
        )}
        {found?.items.length === 0 && (
          <div className="px-4 pb-4">
            <Notice title={<Trans>Nobody found</Trans>} />
          </div>
        )}
        <ul className="mod-cases">
          {found?.items.map((one) => (
            <Line key={one.id} one={one} isChosen={one.id === chosen} onChoose={() => open(one.id)} />
          ))}
        </ul>
        {found && found.next !== null && (
          <div className="grid justify-center p-4">
            <Button kind="line" busy={isBusy} onClick={() => search(found.asked, found.next!)}>
              <Trans>More</Trans>
            </Button>
          </div>
        )}
      </section>
      <div className="mod-side">
        {opened ? (
          <>
            <Button kind="text" size="small" className="mod-back" onClick={close}>
              <Trans>Back to the search</Trans>
            </Button>
            <RecordPanel
              key={chosen}
              opened={opened}
              onOpen={open}
              onMore={() => open(opened.record.id, opened.next_cursor ?? undefined)}
            />
          </>
        ) : (
          <Empty title={<Trans>Nobody chosen</Trans>}>
            <Trans>Search, then choose a person to see documents, names, and appearances.</Trans>
          </Empty>
        )}
      </div>
    </div>
  );
}
