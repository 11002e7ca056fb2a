import type { DeskDocument } from '@klieg/contract';
import { formatDayTime } from '@klieg/i18n';
import { Button, Empty, HeadCell, Notice, Tag, type TagTone } from '@klieg/ui';
import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { explainError } from '../../shared/errors/explain-error.ts';
import { deskApi, DeskSection, useDesk } from '../money-desk/index.ts';
import { DocumentDialog } from './document-dialog.tsx';

const STATES: Readonly<Record<DeskDocument['status'], readonly [MessageDescriptor, TagTone]>> = {
  open: [msg`Waiting`, 'info'],
  signed: [msg`Signed`, 'ok'],
  expired: [msg`Expired`, 'neutral'],
};

function Row({ document }: { readonly document: DeskDocument }) {
  const { t, i18n } = useLingui();
  const [words, tone] = STATES[document.status];
  return (
    <tr>
      <td className="whitespace-normal!">
        <b>{document.title}</b> <span className="text-ink-2">{document.version}</span>
        <span className="small block text-ink-2">{document.username ?? document.email}</span>
      </td>
      <td className="max-tablet:hidden">
        {document.issued_by}
        <span className="small figure block text-ink-2">
          {formatDayTime(document.issued_at, i18n.locale)}
        </span>
      </td>
      <td className="whitespace-normal!">
        {document.signature ?? document.signer_name ?? '–'}
        {document.signed_at !== null && (
          <span className="small figure block text-ink-2">
            {formatDayTime(document.signed_at, i18n.locale)}
          </span>
        )}
      </td>
      <td>
        <Tag tone={tone}>{t(words)}</Tag>
      </td>
      <td className="is-end">
        {document.pdf_url !== null && (
          <a className="desk-link" href={document.pdf_url} download>
            <Trans>PDF</Trans>
          </a>
        )}
      </td>
    </tr>
  );
}

const Head = () => (
  <thead>
    <tr>
      <HeadCell>
        <Trans>Document</Trans>
      </HeadCell>
      <HeadCell className="max-tablet:hidden">
        <Trans>Sent by</Trans>
      </HeadCell>
      <HeadCell>
        <Trans>Signer</Trans>
      </HeadCell>
      <HeadCell>
        <Trans>State</Trans>
      </HeadCell>
      <HeadCell end>
        <Trans>File</Trans>
      </HeadCell>
    </tr>
  </thead>
);

/** Older documents, a page with each press. */
function useOlder() {
  const { i18n } = useLingui();
  const [older, setOlder] = useState<readonly DeskDocument[]>([]);
  const [next, setNext] = useState<string | null>();
  const [failure, setFailure] = useState<string>();
  const load = async (cursor: string) => {
    setFailure(undefined);
    try {
      const page = await deskApi.listDeskDocuments({ query: { cursor } });
      setOlder((all) => [...all, ...page.items]);
      setNext(page.next_cursor);
    } catch (error) {
      setFailure(explainError(error, i18n));
    }
  };
  const forget = () => {
    setOlder([]);
    setNext(undefined);
  };
  return { older, next, failure, load, forget };
}

/** `/admin/legal`: documents to sign, and signed ones. */
export function DocumentDeskPage() {
  const desk = useDesk('legal', (signal) => deskApi.listDeskDocuments({ query: {}, signal }));
  const { older, next, failure, load, forget } = useOlder();
  const [isOpen, setOpen] = useState(false);
  return (
    <section>
      <DeskSection desk={desk}>
        {({ items, templates, next_cursor: first }) => {
          const cursor = next === undefined ? first : next;
          return (
            <>
              <div className="module-head px-4 py-3">
                <h2 className="grow">
                  <Trans>Documents to sign</Trans>
                </h2>
                <Button kind="key" onClick={() => setOpen(true)}>
                  <Trans>Send a document</Trans>
                </Button>
              </div>
              {items.length === 0 ? (
                <Empty title={<Trans>No document yet</Trans>}>
                  <Trans>
                    Send the model agreement or another legal document to the person who must sign it.
                  </Trans>
                </Empty>
              ) : (
                <div className="desk-scroll">
                  <table className="data-table">
                    <Head />
                    <tbody>
                      {[...items, ...older].map((document) => (
                        <Row key={document.id} document={document} />
                      ))}
                    </tbody>
                  </table>
                </div>
              )}
              {failure !== undefined && <Notice tone="bad" title={failure} />}
              {cursor !== null && (
                <Button kind="line" className="m-4" onClick={() => void load(cursor)}>
                  <Trans>Show more</Trans>
                </Button>
              )}
              {isOpen && (
                <DocumentDialog
                  templates={templates}
                  onSent={() => {
                    forget();
                    desk.reload();
                  }}
                  onClose={() => setOpen(false)}
                />
              )}
            </>
          );
        }}
      </DeskSection>
    </section>
  );
}
