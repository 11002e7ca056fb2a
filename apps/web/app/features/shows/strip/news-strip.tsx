import { formatAmount, formatClock } from '@klieg/i18n';
import { Button, buttonClass, IconButton } from '@klieg/ui';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { SlotProps } from '#app/shared/room-module/room-module.ts';
import type { ShowNews, ShowsPart } from '../shows-part.ts';
import { Strip, StripWords } from './strip.tsx';

type Of<N extends ShowNews['name']> = Extract<ShowNews, { readonly name: N }>['payload'];

/** Live rooms that take requests. */
const FREE_NOW = '/multi-filter?tag=is-live,is-private';

/** How it ended, for the payer. */
const WHY: Readonly<Record<Of<'v3.private.end'>['reason_ended'], ReactNode>> = {
  user_ended: <Trans>You ended the private.</Trans>,
  model_ended: <Trans>The performer ended the private.</Trans>,
  out_of_tokens: <Trans>Your tokens ran out, and the private ended.</Trans>,
  unpublish: <Trans>The video ended, and the private with it.</Trans>,
  user_left: <Trans>You were away for too long, and the private ended.</Trans>,
};

/** The money sentence of an end: how long, what it cost, what came back. */
function EndWords({ told }: { readonly told: Of<'v3.private.end'> }) {
  const { i18n } = useLingui();
  const figure = (tokens: number | null | undefined) => formatAmount(tokens ?? 0, i18n.locale);
  const clock = formatClock(told.duration ?? 0);
  const charged = figure(told.tokens_charged);
  const back = figure(told.tokens_returned);
  return (
    <StripWords title={WHY[told.reason_ended] ?? WHY.out_of_tokens}>
      <Plural
        value={told.tokens_charged ?? 0}
        one={`${clock} for # token.`}
        other={`${clock} for ${charged} tokens.`}
      />{' '}
      {(told.tokens_returned ?? 0) > 0 ? (
        <Plural
          value={told.tokens_returned ?? 0}
          one="# token that was set aside is back in your balance."
          other={`${back} tokens that were set aside are back in your balance.`}
        />
      ) : (
        <Trans>Nothing more was set aside.</Trans>
      )}
    </StripWords>
  );
}

function RequestWords({ event, name }: { readonly event: ShowNews; readonly name: string }) {
  const why =
    event.name === 'v3.private.declined' ? (
      <Trans>{name} declined your request.</Trans>
    ) : event.name === 'v3.private.request_failed' ? (
      <Trans>The private could not be started.</Trans>
    ) : event.name === 'v3.private.expired' && event.payload.reason === 'taken' ? (
      <Trans>{name} is in a private with someone else now.</Trans>
    ) : event.name === 'v3.private.expired' && event.payload.reason === 'timeout' ? (
      <Trans>{name} did not answer in time.</Trans>
    ) : (
      <Trans>The request has ended.</Trans>
    );
  return (
    <StripWords title={<Trans>Nothing was charged</Trans>}>
      {why} <Trans>You can keep watching, or look at other rooms.</Trans>
    </StripWords>
  );
}

function SpyWords({ told }: { readonly told: Of<'v3.spy.end'> }) {
  const { i18n } = useLingui();
  const charged = formatAmount(told.tokens_charged ?? 0, i18n.locale);
  return (
    <StripWords title={<Trans>You are back in the public room</Trans>}>
      {told.reason === 'out_of_tokens' && <Trans>Too few tokens were left to go on.</Trans>}
      {told.reason === 'preview_over' && <Trans>The free preview is over.</Trans>}
      {told.reason === 'spy_disabled' && <Trans>Spying was switched off.</Trans>}
      {told.reason === 'private_ended' && <Trans>The private has ended.</Trans>}{' '}
      <Plural
        value={told.tokens_charged ?? 0}
        _0="It cost nothing."
        one="It cost # token."
        other={`It cost ${charged} tokens.`}
      />
    </StripWords>
  );
}

/** How a request or a show has ended, with the money first; it stays until it was read. */
export function NewsStrip(props: SlotProps<ShowsPart> & { readonly news: ShowNews }) {
  const { news: event, part, room, now, tools } = props;
  const { t } = useLingui();
  const close = () => tools.dispatch({ name: 'page.show-news-closed', payload: {} });
  const askAgain = () => {
    close();
    tools.dispatch({ name: 'page.private-dialog', payload: { isOpen: true } });
  };
  const isRequest = event.name !== 'v3.private.end' && event.name !== 'v3.spy.end';
  const mayAsk = event.name !== 'v3.spy.end' && part.settings.private_enabled && now.status === 'online';
  return (
    <Strip
      label={t`Result`}
      tone="plain"
      actions={
        <>
          {(event.name === 'v3.private.end' || event.name === 'v3.spy.end') && (
            <Link className={buttonClass({ kind: 'text', size: 'large' })} to="/account/shows">
              <Trans>Your shows</Trans>
            </Link>
          )}
          {isRequest && (
            <Link className={buttonClass({ kind: 'text', size: 'large' })} to={FREE_NOW}>
              <Trans>Available for a private now</Trans>
            </Link>
          )}
          {mayAsk && (
            <Button kind="line" size="large" onClick={askAgain}>
              <Trans>Ask again</Trans>
            </Button>
          )}
          <IconButton icon="x" label={t`Close`} onClick={close} />
        </>
      }
    >
      {event.name === 'v3.private.end' ? (
        <EndWords told={event.payload} />
      ) : event.name === 'v3.spy.end' ? (
        <SpyWords told={event.payload} />
      ) : (
        <RequestWords event={event} name={room.user.displayName} />
      )}
    </Strip>
  );
}
