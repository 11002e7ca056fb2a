import { LOOK_REASON_CHARS, SEARCH_CHARS } from '@klieg/contract/features/performer-records/limits';
import { Button, Field, Input, Select } from '@klieg/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import { type FormEvent, useState } from 'react';
import { type RecordSearch, SEARCH_WORDS } from './record-words.ts';

export interface Asked {
  readonly by: RecordSearch;
  readonly q: string;
  readonly reason: string;
}
export type AskedFile = Omit<Asked, 'by'> & { readonly by: RecordSearch | 'all' };

export interface SearchFormProps {
  readonly isBusy: boolean;
  readonly failure: string | undefined;
  readonly onSearch: (asked: Asked) => void;
  /** Without words to look for: everybody. */
  readonly onSave: (asked: AskedFile, format: 'csv' | 'json') => void;
}

/** The search, and its reason, which is logged. */
export function SearchForm({ isBusy, failure, onSearch, onSave }: SearchFormProps) {
  const { t } = useLingui();
  const [by, setBy] = useState<RecordSearch>('legal_name');
  const [q, setQ] = useState('');
  const [reason, setReason] = useState('');
  const isReady = reason.trim().length >= LOOK_REASON_CHARS.min;
  const isSearch = q.trim().length >= SEARCH_CHARS.min;
  const asked = { by, q: q.trim(), reason: reason.trim() };
  const save = (format: 'csv' | 'json') => () => onSave(isSearch ? asked : { ...asked, by: 'all' }, format);
  return (
    <form
      className="records-form"
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        if (isReady && isSearch) onSearch(asked);
      }}
    >
      <Field label={<Trans>Search by</Trans>}>
        <Select value={by} onChange={(event) => setBy(event.target.value as RecordSearch)}>
          {Object.entries(SEARCH_WORDS).map(([key, word]) => (
            <option key={key} value={key}>
              {t(word)}
            </option>
          ))}
        </Select>
      </Field>
      <Field
        label={<Trans>What you are looking for</Trans>}
        hint={
          by === 'content' ? (
            <Trans>The id of a broadcast, recording, picture or camera, or a day such as 2026-11-20.</Trans>
          ) : (
            <Trans>The beginning of each word is enough.</Trans>
          )
        }
      >
        <Input
          type="search"
          value={q}
          maxLength={SEARCH_CHARS.max}
          autoComplete="off"
          onChange={(event) => setQ(event.target.value)}
        />
      </Field>
      <Field
        label={<Trans>Why you are looking</Trans>}
        hint={<Trans>Stays in the audit log with your name.</Trans>}
        error={failure}
      >
        <Input
          value={reason}
          maxLength={LOOK_REASON_CHARS.max}
          onChange={(event) => setReason(event.target.value)}
        />
      </Field>
      <div className="flex flex-wrap gap-2">
        <Button
          type="submit"
          kind="key"
          icon="magnifying-glass"
          busy={isBusy}
          disabled={!isReady || !isSearch}
        >
          <Trans>Search</Trans>
        </Button>
        <Button kind="line" disabled={!isReady || isBusy} onClick={save('csv')}>
          {isSearch ? <Trans>Save as CSV</Trans> : <Trans>Save all as CSV</Trans>}
        </Button>
        <Button kind="line" disabled={!isReady || isBusy} onClick={save('json')}>
          {isSearch ? <Trans>Save as JSON</Trans> : <Trans>Save all as JSON</Trans>}
        </Button>
      </div>
    </form>
  );
}
