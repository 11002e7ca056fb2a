import type { Gender, PlaceReasons } from '@klieg/contract';
import { formatCount } from '@klieg/i18n';
import { Bar, Dialog, ErrorBox } from '@klieg/ui';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { lateApi } from '#app/shared/api/late-client.ts';
import { useMe } from '#app/shared/me/me-store.ts';
import { useLoaded } from '#app/shared/use-loaded.ts';
import { useFacetNames } from '../filter/facet-names.tsx';
import './why-here.css';

type Part = keyof PlaceReasons['points'];

/** Points for a full bar: about what a room with a thousand viewers gets for them. */
const FULL_POINTS = 10;
const PARTS: readonly Part[] = ['viewers', 'rating', 'connection', 'newcomer', 'opened'];

const pointsText = (points: number, locale: string): string =>
  new Intl.NumberFormat(locale, { minimumFractionDigits: 2, maximumFractionDigits: 2 }).format(points);

/** The points of a room, each part as a bar on the same scale. */
function PointBars({ points }: Pick<PlaceReasons, 'points'>) {
  const { t, i18n } = useLingui();
  const names: Readonly<Record<Part, { readonly name: string; readonly about: string }>> = {
    viewers: { name: t`Viewers`, about: t`Each doubling of viewers adds one point.` },
    rating: { name: t`Ratings`, about: t`Up to 3 points; with few ratings, 80 percent is assumed.` },
    connection: { name: t`Picture`, about: t`1 point for a steady connection.` },
    newcomer: { name: t`Newcomer`, about: t`3 points on the first day, none after 30 days.` },
    opened: { name: t`Just opened`, about: t`2 points at the start, none after 15 minutes.` },
  };
  const sum = PARTS.reduce((all, part) => all + points[part], 0);
  return (
    <ul className="why-parts">
      {PARTS.map((part) => {
        const { name, about } = names[part];
        const shown = pointsText(points[part], i18n.locale);
        return (
          <li key={part}>
            <span className="why-name">{name}</span>
            <Bar percent={(points[part] / FULL_POINTS) * 100} label={t`${name}: ${shown} points`} />
            <span className="figure">{shown}</span>
            <span className="small text-ink-3">{about}</span>
          </li>
        );
      })}
      <li className="why-sum">
        <span className="why-name">
          <Trans>Together</Trans>
        </span>
        <span />
        <b className="figure">{pointsText(sum, i18n.locale)}</b>
      </li>
    </ul>
  );
}

type ForYou = NonNullable<PlaceReasons['for_you']>;

/** What the room shares with those that the member follows, has visited or has tipped. */
function OwnReasons({ forYou, name }: { readonly forYou: ForYou; readonly name: string }) {
  const { i18n } = useLingui();
  const names = useFacetNames();
  const wordsOf = ({ kind, value }: ForYou['traits'][number]): string =>
    kind === 'gender' ? names.gender(value as Gender) : names[kind](value);
  const { rooms, traits } = forYou;
  if (traits.length === 0)
    return (
      <p>
        <Trans>{name} has nothing in common with the rooms you follow, have visited or have tipped.</Trans>
      </p>
    );
  return (
    <>
      <p>
        <Plural
          value={rooms}
          one="Shared with the # room that you follow, have visited or have tipped:"
          other="Shared with the # rooms that you follow, have visited or have tipped:"
        />
      </p>
      <ul className="chips flex-wrap">
        {traits.map((trait) => (
          <li key={`${trait.kind} ${trait.value}`} className="chip">
            {wordsOf(trait)}{' '}
            <span className="figure text-ink-3">{formatCount(trait.rooms, i18n.locale)}</span>
          </li>
        ))}
      </ul>
      <p className="small text-ink-3">
        <Trans>
          Only For you is sorted by this. To change it, follow or unfollow, or clear{' '}
          <Link to="/view-history">what you viewed</Link>.
        </Trans>
      </p>
    </>
  );
}

function Position({ reasons }: { readonly reasons: PlaceReasons }) {
  const { i18n } = useLingui();
  const { displayName: name, position, live_count: count } = reasons;
  const place = position === null ? '' : formatCount(position, i18n.locale);
  const all = formatCount(count, i18n.locale);
  return (
    <p className="text-ink-2">
      {position === null ? (
        <Trans>
          {name} is offline. Offline rooms come after all live rooms, in order of the same points.
        </Trans>
      ) : (
        <Trans>
          Place {place} of {all} live rooms. Rooms on air come first, then points decide. Nobody can buy a
          place.
        </Trans>
      )}
    </p>
  );
}

function Section({ title, children }: { readonly title: ReactNode; readonly children: ReactNode }) {
  return (
    <section className="grid gap-2">
      <h3>{title}</h3>
      {children}
    </section>
  );
}

export interface WhyHereModalProps {
  readonly username: string;
  readonly name: string;
  readonly onClose: () => void;
}

/** Why a room is ranked where it is: its points, and for members what it shares with their own rooms. */
export default function WhyHereModal({ username, name, onClose }: WhyHereModalProps) {
  const isGuest = useMe().kind === 'guest';
  const { state, reload } = useLoaded(username, (signal) =>
    lateApi.explainPlace({ params: { username }, signal }),
  );
  return (
    <Dialog title={<Trans>Why {name} is here</Trans>} onClose={onClose}>
      {state.kind === 'failed' && (
        <ErrorBox title={<Trans>The reasons did not load</Trans>} onRetry={reload}>
          <Trans>The room may have left the lists by now.</Trans>
        </ErrorBox>
      )}
      {state.kind === 'loading' && <div className="skeleton why-waiting" aria-busy="true" />}
      {state.kind === 'ready' && (
        <>
          <Position reasons={state.value} />
          <Section title={<Trans>Points now</Trans>}>
            <PointBars points={state.value.points} />
          </Section>
          <Section title={<Trans>For you</Trans>}>
            {state.value.for_you ? (
              <OwnReasons forYou={state.value.for_you} name={name} />
            ) : isGuest ? (
              <p>
                <Trans>Nothing about you is used: you are not logged in.</Trans>
              </p>
            ) : (
              <p>
                <Trans>
                  You follow nobody yet and have visited and tipped no other room, so For you is sorted like
                  all rooms.
                </Trans>
              </p>
            )}
          </Section>
        </>
      )}
    </Dialog>
  );
}
