import type { Appeal } from '@klieg/contract';
import { formatDayTime } from '@klieg/i18n';
import { Button, Empty, FactList, Field, Notice, Segments, TextArea } from '@klieg/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import { useCallback, useRef, useState } from 'react';
import { useDeskSave } from '../back-office/index.ts';
import {
  deskApi,
  DeskMore,
  DeskSection,
  type StaffQueue,
  useDeskPages,
  useQueueNews,
} from '../money-desk/index.ts';
import { NOTE_MAX } from './note-length.ts';
import { timeLeft } from '../../shared/time-left.ts';
import { useNow } from './use-now.ts';
import './moderation.css';

const STATEMENT_MIN = 10;
const QUEUES: readonly StaffQueue[] = ['appeal'];
type Decision = 'uphold' | 'overturn';

/** Decides one; the sentence goes to the person. */
function Judge({ appeal, onDone }: { readonly appeal: Appeal; readonly onDone: () => void }) {
  const [statement, setStatement] = useState('');
  const [decision, setDecision] = useState<Decision>('uphold');
  // Sent now, and again once the password was given.
  const pressed = useRef<Decision>('uphold');
  const isShort = statement.trim().length < STATEMENT_MIN;
  const { isBusy, failure, locked, save } = useDeskSave(async () => {
    await deskApi.decideAppeal({
      params: { id: appeal.id },
      body: { decision: pressed.current, statement: statement.trim() },
    });
    onDone();
  });
  if (appeal.is_own)
    return (
      <Notice tone="info" title={<Trans>This was your decision</Trans>}>
        <Trans>Someone else reviews the appeal.</Trans>
      </Notice>
    );
  const press = (wanted: Decision) => () => {
    pressed.current = wanted;
    setDecision(wanted);
    void save();
  };
  return (
    <div className="grid gap-3">
      {locked}
      <Field
        label={
          appeal.username === null ? (
            <Trans>What both sides are told</Trans>
          ) : (
            <Trans>What {appeal.username} is told</Trans>
          )
        }
      >
        <TextArea
          rows={3}
          value={statement}
          maxLength={NOTE_MAX}
          onChange={(event) => setStatement(event.target.value)}
        />
      </Field>
      {failure !== undefined && <Notice tone="bad" title={failure} />}
      <div className="flex flex-wrap gap-2">
        <Button
          kind="key"
          busy={isBusy && decision === 'overturn'}
          disabled={isShort || isBusy}
          onClick={press('overturn')}
        >
          {appeal.about === 'suspension' && <Trans>Lift the suspension</Trans>}
          {appeal.about === 'ban' && <Trans>Lift it</Trans>}
          {appeal.about === 'content' && <Trans>Change the decision</Trans>}
        </Button>
        <Button
          kind="line"
          busy={isBusy && decision === 'uphold'}
          disabled={isShort || isBusy}
          onClick={press('uphold')}
        >
          <Trans>Uphold the decision</Trans>
        </Button>
      </div>
    </div>
  );
}

interface RowProps {
  readonly appeal: Appeal;
  readonly isOpen: boolean;
  readonly now: number;
  readonly onDone: () => void;
}

function Row({ appeal, isOpen, now, onDone }: RowProps) {
  const { t, i18n } = useLingui();
  const left = timeLeft(Date.parse(appeal.created_at), Date.parse(appeal.due_at), now);
  return (
    <li className="mod-appeal">
      <div className="flex items-center gap-2">
        <h3 className="grow">{appeal.username ?? <Trans>Complainant</Trans>}</h3>
        {isOpen && (
          <span className="mod-clock" data-tone={left.tone}>
            {left.text}
          </span>
        )}
      </div>
      <p className="whitespace-pre-wrap">{appeal.text}</p>
      <FactList
        facts={[
          {
            label: appeal.about === 'suspension' ? <Trans>Suspended</Trans> : <Trans>Decided</Trans>,
            value: `${formatDayTime(appeal.decision.at, i18n.locale)} · ${appeal.decision.by ?? t`System`}`,
          },
          { label: <Trans>What the person saw</Trans>, value: appeal.decision.statement },
        ]}
      />
      {isOpen && <Judge appeal={appeal} onDone={onDone} />}
    </li>
  );
}

/** `/mod/appeals`: objections to decisions, judged by somebody else than their author. */
export function AppealsPage() {
  const { t } = useLingui();
  const [state, setState] = useState<'open' | 'closed'>('open');
  const read = useCallback(
    (cursor: string | undefined, signal: AbortSignal) =>
      deskApi.listAppeals({ query: { state, limit: '50', ...(cursor && { cursor }) }, signal }),
    [state],
  );
  const desk = useDeskPages<Appeal>(read);
  const { reload } = desk;
  useQueueNews(QUEUES, reload);
  const now = useNow(reload);
  return (
    <section>
      <div className="module-head px-4 py-3">
        <h2 className="grow">
          <Trans>Appeals</Trans>
        </h2>
        <Segments
          label={t`Which appeals`}
          value={state}
          options={[
            { value: 'open', text: t`Open` },
            { value: 'closed', text: t`Decided` },
          ]}
          onChange={setState}
        />
      </div>
      <DeskSection desk={desk}>
        {(items) =>
          items.length === 0 ? (
            <Empty title={<Trans>No appeals</Trans>}>
              <Trans>
                Anyone suspended, banned or silenced can appeal once, and so can either side of a complaint.
                Appeals are listed here until another person has decided.
              </Trans>
            </Empty>
          ) : (
            <>
              <ul className="grid gap-4 p-4">
                {items.map((appeal) => (
                  <Row key={appeal.id} appeal={appeal} isOpen={state === 'open'} now={now} onDone={reload} />
                ))}
              </ul>
              <DeskMore pages={desk} />
            </>
          )
        }
      </DeskSection>
    </section>
  );
}
