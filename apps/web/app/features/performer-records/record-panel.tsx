import type { PerformerContent, PerformerRecord } from '@klieg/contract';
import { formatDayTime } from '@klieg/i18n';
import { Button, FactList, Tag } from '@klieg/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import type { deskApi } from '../money-desk/index.ts';
import { Papers } from '../profile/index.ts';
import { NAME_KINDS, RECORD_KINDS, RECORD_STATES, wordsOf } from './record-words.ts';

function Names({ names }: Pick<PerformerRecord, 'names'>) {
  const { t, i18n } = useLingui();
  return (
    <FactList
      facts={names.map(({ name, kind, since }) => ({
        label: t(NAME_KINDS[kind]),
        value: (
          <>
            {name}
            {since !== null && (
              <span className="small text-ink-2">
                {' '}
                <Trans>since {formatDayTime(since, i18n.locale)}</Trans>
              </span>
            )}
          </>
        ),
      }))}
    />
  );
}

interface ContentProps {
  readonly one: PerformerContent;
  /** Whose record it stands in. */
  readonly of: string;
  readonly onOpen: (id: string) => void;
}

/** Why it is shown to nobody, where it is not. */
function Fate({ one }: { readonly one: PerformerContent }) {
  const { i18n } = useLingui();
  return (
    <>
      {one.withdrawn && (
        <Tag tone="bad">
          <Trans>Withdrawn</Trans>
        </Tag>
      )}
      {one.removed_at !== null && (
        <Tag tone="bad">
          <Trans>Removed by our team, {formatDayTime(one.removed_at, i18n.locale)}</Trans>
        </Tag>
      )}
      {one.erased_at !== null && (
        <Tag tone="neutral">
          <Trans>Erased, {formatDayTime(one.erased_at, i18n.locale)}</Trans>
        </Tag>
      )}
    </>
  );
}

/** Something that somebody was in, with everybody else in it. */
function ContentLine({ one, of, onOpen }: ContentProps) {
  const { t, i18n } = useLingui();
  const others = one.performers.filter(({ id }) => id !== of);
  return (
    <li className="records-content">
      <div className="flex flex-wrap items-center gap-2">
        <b className="grow">
          {wordsOf(one)
            .map((words) => t(words))
            .join(' · ')}
        </b>
        <Fate one={one} />
        {one.url !== null && <a href={one.url}>{one.url}</a>}
      </div>
      <span className="small text-ink-2">
        <time dateTime={one.started_at}>{formatDayTime(one.started_at, i18n.locale)}</time>
        {one.ended_at !== null && (
          <>
            {' – '}
            <time dateTime={one.ended_at}>{formatDayTime(one.ended_at, i18n.locale)}</time>
          </>
        )}
      </span>
      <code className="small block break-all text-ink-2">{one.id}</code>
      {others.length > 0 && (
        <span className="flex flex-wrap items-center gap-1">
          <span className="small text-ink-2">
            <Trans>With</Trans>
          </span>
          {others.map(({ id, name }) => (
            <Button key={id} kind="text" size="small" onClick={() => onOpen(id)}>
              {name}
            </Button>
          ))}
        </span>
      )}
    </li>
  );
}

export type OpenedRecord = Awaited<ReturnType<typeof deskApi.getPerformerRecord>>;

export interface RecordPanelProps {
  readonly opened: OpenedRecord;
  /** Somebody else in the same broadcast. */
  readonly onOpen: (id: string) => void;
  /** Reads older content. */
  readonly onMore: () => void;
}

/** One performer: who they are, what they have shown of themselves, and what they were in. */
export function RecordPanel({ opened, onOpen, onMore }: RecordPanelProps) {
  const { t } = useLingui();
  const { record, documents, items, next_cursor: next } = opened;
  return (
    <section className="mod-panel records-panel" aria-label={record.legal_names[0] ?? t`No document`}>
      <div className="flex flex-wrap items-center gap-2">
        <Tag tone={record.state === 'approved' ? 'ok' : 'neutral'}>{t(RECORD_STATES[record.state])}</Tag>
        <span className="small text-ink-2">{t(RECORD_KINDS[record.kind])}</span>
        {record.username !== null && <a href={`/${record.username}`}>{record.username}</a>}
        {record.beside !== null && (
          <span className="small text-ink-2">
            <Trans>
              With <a href={`/${record.beside}`}>{record.beside}</a>
            </Trans>
          </span>
        )}
      </div>
      <h2>{record.legal_names[0] ?? t`No document`}</h2>
      <FactList
        facts={[
          { label: <Trans>Born</Trans>, value: record.birth_date ?? '–' },
          { label: <Trans>Former legal names</Trans>, value: record.legal_names.slice(1).join(', ') || '–' },
          { label: <Trans>Broadcasts</Trans>, value: String(record.broadcasts) },
          { label: <Trans>Last on</Trans>, value: record.last_on ?? '–' },
        ]}
      />
      <h3 className="mod-head">
        <Trans>Other names</Trans>
      </h3>
      <Names names={record.names} />
      {documents.length > 0 && (
        <>
          <h3 className="mod-head">
            <Trans>Documents</Trans>
          </h3>
          <p className="small text-ink-2">
            <Trans>What is shown closes after a minute.</Trans>
          </p>
          <Papers documents={documents} />
        </>
      )}
      <h3 className="mod-head">
        <Trans>Appearances</Trans>
      </h3>
      {items.length === 0 ? (
        <p className="small text-ink-2">
          <Trans>Nothing yet.</Trans>
        </p>
      ) : (
        <ul>
          {items.map((one) => (
            <ContentLine key={one.id} one={one} of={record.id} onOpen={onOpen} />
          ))}
        </ul>
      )}
      {next !== null && (
        <Button kind="line" onClick={onMore}>
          <Trans>Older</Trans>
        </Button>
      )}
    </section>
  );
}
