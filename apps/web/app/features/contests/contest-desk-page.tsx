import type { DeskContest } from '@klieg/contract';
import { Button, Empty, HeadCell, Notice, Tag, type TagTone } from '@klieg/ui';
import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { useRemoval } from '../back-office/index.ts';
import { deskApi, DeskSection, useDesk } from '../money-desk/index.ts';
import { ContestDialog } from './contest-dialog.tsx';
import { dayWords } from './day-words.ts';

const STATES: Readonly<Record<DeskContest['state'], readonly [MessageDescriptor, TagTone]>> = {
  running: [msg`Running`, 'ok'],
  coming: [msg`Begins later`, 'info'],
  past: [msg`Over`, 'neutral'],
};

interface RowProps {
  readonly contest: DeskContest;
  readonly onOpen: () => void;
  readonly onRemove: () => void;
}

function Row({ contest, onOpen, onRemove }: RowProps) {
  const { t, i18n } = useLingui();
  const [words, tone] = STATES[contest.state];
  return (
    <tr>
      <td className="whitespace-normal!">
        <button type="button" className="row-button" aria-label={contest.title} onClick={onOpen}>
          <b>{contest.title}</b>
        </button>
      </td>
      <td className="figure max-tablet:hidden">
        {dayWords(contest.first_day, i18n.locale)} – {dayWords(contest.last_day, i18n.locale)}
      </td>
      <td>
        <Tag tone={tone}>{t(words)}</Tag>
      </td>
      <td className="is-end">
        <Button kind="text" size="small" onClick={onRemove} aria-label={t`Remove: ${contest.title}`}>
          <Trans>Remove</Trans>
        </Button>
      </td>
    </tr>
  );
}

const Head = () => (
  <thead>
    <tr>
      <HeadCell>
        <Trans>Contest</Trans>
      </HeadCell>
      <HeadCell className="max-tablet:hidden">
        <Trans>Days</Trans>
      </HeadCell>
      <HeadCell>
        <Trans>State</Trans>
      </HeadCell>
      <HeadCell end>
        <span className="visually-hidden">
          <Trans>Actions</Trans>
        </span>
      </HeadCell>
    </tr>
  </thead>
);

/** `/admin/contests`: contests and their texts. */
export function ContestDeskPage() {
  const { t } = useLingui();
  const desk = useDesk('contests', (signal) => deskApi.listDeskContests({ signal }));
  const [open, setOpen] = useState<DeskContest | 'new'>();
  const { failure, ask } = useRemoval(desk.reload);
  const close = () => setOpen(undefined);
  return (
    <section>
      <DeskSection desk={desk}>
        {({ items }) => (
          <>
            <div className="module-head px-4 py-3">
              <h2 className="grow">
                <Trans>Contests</Trans>
              </h2>
              <Button kind="key" onClick={() => setOpen('new')}>
                <Trans>New contest</Trans>
              </Button>
            </div>
            {failure !== undefined && <Notice tone="bad" title={failure} />}
            {items.length === 0 ? (
              <Empty title={<Trans>No contest yet</Trans>}>
                <Trans>Announce one, and its page counts the likes given on its days.</Trans>
              </Empty>
            ) : (
              <div className="desk-scroll">
                <table className="data-table">
                  <Head />
                  <tbody>
                    {items.map((contest) => (
                      <Row
                        key={contest.id}
                        contest={contest}
                        onOpen={() => setOpen(contest)}
                        onRemove={() =>
                          ask({ title: t`Remove this contest?`, text: t`It disappears from its page.` }, () =>
                            deskApi.removeDeskContest({ params: { id: contest.id } }),
                          )
                        }
                      />
                    ))}
                  </tbody>
                </table>
              </div>
            )}
            {open && (
              <ContestDialog
                contest={open === 'new' ? undefined : open}
                onSaved={() => {
                  close();
                  desk.reload();
                }}
                onClose={close}
              />
            )}
          </>
        )}
      </DeskSection>
    </section>
  );
}
