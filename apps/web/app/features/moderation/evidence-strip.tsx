import type { ReportWhole } from '@klieg/contract';
import { formatDayTime, formatMoment } from '@klieg/i18n';
import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { REASON_WORDS } from './case-words.ts';

/** The pictures of a case: one large, and all of them below if there are several. */
function Pictures({ evidence }: Pick<ReportWhole, 'evidence'>) {
  const { t, i18n } = useLingui();
  const [chosen, setChosen] = useState(0);
  const shown = evidence[chosen] ?? evidence[0];
  if (!shown)
    return (
      <p className="mod-no-picture small text-ink-2">
        <Trans>No report came with a picture.</Trans>
      </p>
    );
  const when = (at: string) => formatDayTime(at, i18n.locale);
  return (
    <>
      <figure className="mod-shown">
        <img className="mod-still" src={shown.url} alt={t`Picture that was sent with the report`} />
        <figcaption className="figure">{when(shown.at)}</figcaption>
      </figure>
      {evidence.length > 1 && (
        <ul className="mod-strip">
          {evidence.map(({ id, url, at }, place) => (
            <li key={id}>
              <button
                type="button"
                className="mod-thumb"
                aria-pressed={shown.id === id}
                aria-label={t`Picture of ${when(at)}`}
                onClick={() => setChosen(place)}
              >
                <img src={url} alt="" />
                <span className="figure">{formatMoment(at, i18n.locale)}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

/** The evidence: pictures sent along, and who said what about it, when. */
export function EvidenceStrip({ evidence, told }: Pick<ReportWhole, 'evidence' | 'told'>) {
  const { t, i18n } = useLingui();
  return (
    <section className="grid gap-2" aria-label={t`Evidence`}>
      <h3 className="label">
        <Trans>Evidence</Trans>
      </h3>
      <Pictures evidence={evidence} />
      <ol className="mod-told">
        {told.map(({ id, at, by, reason, text }) => (
          <li key={id} className="small">
            <time className="figure text-ink-2" dateTime={at}>
              {formatMoment(at, i18n.locale)}
            </time>
            <span className="min-w-0">
              <b>{by ?? t`A guest`}</b> · {t(REASON_WORDS[reason])}
              {text !== '' && <span className="mod-words">{text}</span>}
            </span>
          </li>
        ))}
      </ol>
    </section>
  );
}
