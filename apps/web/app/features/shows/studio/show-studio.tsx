import { formatAmount, formatClock } from '@klieg/i18n';
import { Button, Count, Notice, Switch, TokenAmount } from '@klieg/ui';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { lateApi } from '#app/shared/api/late-client.ts';
import { useMember } from '#app/shared/me/me-store.ts';
import type { SlotProps } from '#app/shared/room-module/room-module.ts';
import { useSave } from '#app/shared/settings/use-save.ts';
import type { ShowsPart } from '../shows-part.ts';
import { tellRefusal } from '../tell-refusal.ts';
import { DiscountForm } from './discount-form.tsx';
import { RequestRow } from './request-row.tsx';
import { ShowMeter } from './show-meter.tsx';
import { useEarnedToday } from './use-earned-today.ts';
import { useKnock } from './use-knock.ts';
import { useRequests } from './use-requests.ts';
import '../shows.css';

/** How the last private ended: how long, what it earned, what went back. */
function LastShow({ part, tools }: SlotProps<ShowsPart>) {
  const { i18n } = useLingui();
  const event = part.news;
  if (event?.name !== 'v3.private.end') return null;
  const { duration, tokens_charged: charged, tokens_returned: returned } = event.payload;
  const clock = formatClock(duration ?? 0);
  const paid = formatAmount(charged ?? 0, i18n.locale);
  const back = formatAmount(returned ?? 0, i18n.locale);
  return (
    <Notice
      tone="ok"
      title={<Trans>The private has ended</Trans>}
      action={
        <Button kind="text" onClick={() => tools.dispatch({ name: 'page.show-news-closed', payload: {} })}>
          <Trans>Close</Trans>
        </Button>
      }
    >
      <Trans>
        {clock}, {paid} tokens paid by the viewer.
      </Trans>{' '}
      {(returned ?? 0) > 0 && <Trans>{back} prepaid tokens were returned.</Trans>}
    </Notice>
  );
}

/** Somebody who has nudged the performer, and a way to invite them. */
function Asked({ name, room }: { readonly name: string; readonly room: string }) {
  const { i18n } = useLingui();
  const [wasInvited, setInvited] = useState(false);
  const invite = () =>
    void lateApi.pingPrivate({ params: { username: room }, body: { viewer: name } }).then(
      () => setInvited(true),
      (error: unknown) => tellRefusal(error, i18n),
    );
  return (
    <li className="show-request">
      <span className="show-request-words">
        <Trans>{name} would like a private with you</Trans>
      </span>
      <Button disabled={wasInvited} onClick={invite}>
        {wasInvited ? <Trans>Invited</Trans> : <Trans>Invite</Trans>}
      </Button>
    </li>
  );
}

/** Whether privates can be requested, and at which price. */
function Accepting({ part }: SlotProps<ShowsPart>) {
  const settings = useMember()?.settings;
  const { save } = useSave();
  const isOn = settings?.private_enabled ?? part.settings.private_enabled;
  return (
    <Switch checked={isOn} onChange={(event) => void save({ private_enabled: event.target.checked })}>
      <Trans>Accepting</Trans>
    </Switch>
  );
}

/** What today has brought, all kinds together. */
function Today({ part }: SlotProps<ShowsPart>) {
  const tokens = useEarnedToday(part.show?.show_id ?? part.news);
  if (tokens === undefined) return null;
  return (
    <span className="text-ink-2">
      <Trans>
        Today <TokenAmount amountTokens={tokens} />
      </Trans>
    </span>
  );
}

/** Requests for a private with their answers, the private that runs, and what it costs now. */
export default function ShowStudio(props: SlotProps<ShowsPart>) {
  const { part, room, tools } = props;
  const { items, line } = useRequests(props);
  // The room's news since the list was read counts: an answered request is gone at once.
  const open = items.filter(({ request_id: id }) => part.requests.some((told) => told.request_id === id));
  const hasShow = part.show !== null || part.starting !== null;
  useKnock(open.length > 0 && !hasShow);
  return (
    <section aria-labelledby="show-studio-label">
      {part.show && <ShowMeter {...props} show={part.show} />}
      <div className="module">
        <div className="module-head show-studio-head flex-wrap">
          <h2 className="label" id="show-studio-label">
            <Trans>Private requests</Trans>
          </h2>
          {open.length > 0 && <Count hot>{open.length}</Count>}
          <span className="grow" />
          <Today {...props} />
          {line > 0 && (
            <span className="text-ink-2">
              <Plural value={line} one="# waits in line" other="# wait in line" />
            </span>
          )}
          <TokenAmount
            amountTokens={part.discount?.privatePricePerMinuteInToken ?? part.settings.private_cost}
            unit={<Trans>/min</Trans>}
          />
          <Accepting {...props} />
        </div>
        <LastShow {...props} />
        {part.starting !== null && (
          <output className="flex items-center gap-3">
            <span className="spinner" />
            <Trans>Connecting the viewer. Time counts from when the video starts.</Trans>
          </output>
        )}
        {open.length + part.asks.length > 0 && (
          <ul aria-live="polite">
            {open.map((request, place) => (
              <RequestRow key={request.request_id} request={request} tools={tools} isFirst={place === 0} />
            ))}
            {part.asks.map((name) => (
              <Asked key={name} name={name} room={room.user.username} />
            ))}
          </ul>
        )}
        {!hasShow && open.length === 0 && (
          <p className="text-ink-2">
            <Trans>No requests now. You will hear two knocks and have 60 seconds to answer.</Trans>
          </p>
        )}
        {!hasShow && <DiscountForm discount={part.discount} />}
      </div>
    </section>
  );
}
