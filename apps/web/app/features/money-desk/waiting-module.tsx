import { formatCount } from '@klieg/i18n';
import { DAY_MS } from '@klieg/kernel/time';
import { Icon, type IconName } from '@klieg/ui';
import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { Link } from 'react-router';
import { timeLeft } from '../../shared/time-left.ts';
import { DeskSection } from './desk-section.tsx';
import { ModuleWaiting } from './module-waiting.tsx';
import type { Desk } from './use-desk.ts';
import type { StaffQueue } from './use-queue-news.ts';
import type { Standing } from './use-standing.ts';

interface Place {
  readonly queues: readonly StaffQueue[];
  readonly name: MessageDescriptor;
  readonly icon: IconName;
  readonly to: string;
}

/** Who decides waiting work, by page. */
const PLACES: readonly Place[] = [
  { queues: ['live'], name: msg`Cases`, icon: 'flag', to: '/mod' },
  { queues: ['illegal', 'complaint'], name: msg`Complaints`, icon: 'megaphone', to: '/mod/complaints' },
  { queues: ['appeal'], name: msg`Appeals`, icon: 'arrow-counter-clockwise', to: '/mod/appeals' },
  { queues: ['media', 'identity'], name: msg`Review`, icon: 'image', to: '/admin/review' },
];

/** Waiting work of one page: several queues together, with the earliest deadline. */
function waitingAt({ queues }: Place, standing: Standing) {
  const own = standing.queues.filter(({ queue }) => queues.includes(queue));
  const dues = own.flatMap(({ oldest_due_at: due }) => (due === null ? [] : [Date.parse(due)]));
  return {
    open: own.reduce((sum, { open }) => sum + open, 0),
    dueMs: dues.length === 0 ? undefined : Math.min(...dues),
  };
}

function Row({ place, standing, now }: { place: Place; standing: Standing; now: number }) {
  const { t, i18n } = useLingui();
  const { open, dueMs } = waitingAt(place, standing);
  // Only the last day of a deadline is shown here.
  const left = dueMs === undefined ? undefined : timeLeft(dueMs - DAY_MS, dueMs, now);
  return (
    <li>
      <Link className="list-row desk-part" to={place.to}>
        <Icon name={place.icon} size={16} />
        <span className="min-w-0 grow truncate">{t(place.name)}</span>
        {left && (
          <span className="small desk-due" data-tone={left.tone}>
            <span className="visually-hidden">
              <Trans>Time left:</Trans>{' '}
            </span>
            {left.text}
          </span>
        )}
        <b className="figure desk-part-figure">{formatCount(open, i18n.locale)}</b>
        <Icon name="caret-right" size={14} />
      </Link>
    </li>
  );
}

/** Waiting decisions with the time left for the first of each; each links to its page. */
export function WaitingModule({ standing }: { readonly standing: Desk<Standing> }) {
  const [now] = useState(() => Date.now());
  return (
    <section className="module desk-needs">
      <h2>
        <Trans>Needs a person</Trans>
      </h2>
      <DeskSection desk={standing} waiting={<ModuleWaiting rows={PLACES.length} />}>
        {(value) => (
          <ul className="desk-parts">
            {PLACES.map((place) => (
              <Row key={place.to} place={place} standing={value} now={now} />
            ))}
          </ul>
        )}
      </DeskSection>
    </section>
  );
}
