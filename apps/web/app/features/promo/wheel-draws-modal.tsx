import type { WheelDraw } from '@klieg/contract';
import { formatDayTime } from '@klieg/i18n';
import { Button, Dialog, Empty, ErrorBox, Notice, Tag, TokenAmount } from '@klieg/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import { useCallback, useState } from 'react';
import { lateApi } from '../../shared/api/late-client.ts';
import { useMorePages } from '../../shared/use-more-pages.ts';
import { checkDraw, type DrawCheck } from './check-draw.ts';
import './promo.css';

/** Where a draw fell on the scale of the odds. */
function Scale({ draw, place }: { readonly draw: WheelDraw; readonly place: number }) {
  const shown = place.toFixed(4);
  return (
    <>
      <span className="small text-ink-2">
        <Trans>Both together give {shown} on the scale of the odds.</Trans>
      </span>
      <div className="draw-scale" aria-hidden="true">
        {draw.weights.map((weight, slot) => (
          <i key={draw.prizes[slot]} style={{ flex: weight }} data-won={slot === draw.slot || undefined} />
        ))}
        <b style={{ insetInlineStart: `${place * 100}%` }} />
      </div>
    </>
  );
}

function Verdict({ check }: { readonly check: DrawCheck }) {
  return check.fitsLock && check.fitsSlot ? (
    <Tag tone="ok" icon="check-bold">
      <Trans>It matches</Trans>
    </Tag>
  ) : (
    <Tag tone="bad">
      <Trans>It does not match</Trans>
    </Tag>
  );
}

/** The four steps of a draw; the browser recomputes it. */
function DrawSteps({ draw }: { readonly draw: WheelDraw }) {
  const [check, setCheck] = useState<DrawCheck>();
  const [hasFailed, setFailed] = useState(false);
  const compute = () =>
    void checkDraw(draw)
      .then(setCheck)
      .catch(() => setFailed(true));
  return (
    <section className="grid gap-3">
      <div className="flex items-center gap-3">
        <h3 className="grow">
          <Trans>Check this draw</Trans>
        </h3>
        <output>{check && <Verdict check={check} />}</output>
      </div>
      <ol className="draw-steps">
        <li>
          <b>
            <Trans>Before you spun</Trans>
          </b>
          <span className="small text-ink-2">
            <Trans>The commitment to a secret was shown.</Trans>
          </span>
          <code>{draw.commit}</code>
        </li>
        <li>
          <b>
            <Trans>You added</Trans>
          </b>
          <span className="small text-ink-2">
            <Trans>The number of your spin and a number from your browser.</Trans>
          </span>
          <code>{`${draw.instance} | ${draw.n} | ${draw.client_seed}`}</code>
        </li>
        <li>
          <b>
            <Trans>After the day</Trans>
          </b>
          {draw.seed === null ? (
            <span className="small text-ink-2">
              <Trans>The secret is revealed when the day has ended (UTC). Come back then.</Trans>
            </span>
          ) : (
            <>
              <span className="small text-ink-2">
                <Trans>The secret is revealed. Its digest is the commitment.</Trans>
              </span>
              <code>{draw.seed}</code>
            </>
          )}
        </li>
        <li>
          <b>
            <Trans>Result</Trans>
          </b>
          <TokenAmount amountTokens={draw.tokens} />
          {check && <Scale draw={draw} place={check.place} />}
        </li>
      </ol>
      {draw.seed !== null && (
        <Button icon="arrow-clockwise" onClick={compute}>
          <Trans>Recompute here</Trans>
        </Button>
      )}
      {hasFailed && (
        <Notice tone="warn" title={<Trans>This browser cannot compute it</Trans>}>
          <Trans>It needs a secure connection. The values above can be checked anywhere else.</Trans>
        </Notice>
      )}
    </section>
  );
}

export interface WheelDrawsModalProps {
  /** The draw that is opened first; absent: the newest. */
  readonly drawId?: string;
  readonly onClose: () => void;
}

/** This person's spins, each with the data to check it. */
export default function WheelDrawsModal({ drawId, onClose }: WheelDrawsModalProps) {
  const { i18n } = useLingui();
  const read = useCallback(
    (cursor: string | undefined, signal: AbortSignal) =>
      lateApi.listDraws({ query: { ...(cursor && { cursor }) }, signal }),
    [],
  );
  const { items: draws, hasFailed, hasMore, isBusy, loadMore } = useMorePages<WheelDraw>(read);
  const [openId, setOpenId] = useState(drawId);
  const open = draws?.find(({ id }) => id === openId) ?? draws?.[0];
  return (
    <Dialog title={<Trans>Your spins</Trans>} onClose={onClose} width={920}>
      {!draws && !hasFailed && <div className="skeleton h-40" aria-busy="true" />}
      {hasFailed && <ErrorBox title={<Trans>Your spins did not load</Trans>} onRetry={loadMore} />}
      {draws?.length === 0 && (
        <Empty title={<Trans>No spins yet</Trans>}>
          <Trans>Each spin will be listed here with all you need to check it.</Trans>
        </Empty>
      )}
      {open && (
        <div className="wheel-columns">
          <div className="grid gap-2 self-start">
            <ul className="draw-list">
              {draws?.map((draw) => (
                <li key={draw.id}>
                  <button type="button" aria-pressed={draw === open} onClick={() => setOpenId(draw.id)}>
                    <span className="grow">{formatDayTime(new Date(draw.at), i18n.locale)}</span>
                    <TokenAmount amountTokens={draw.tokens} />
                    {draw.state === 'on_hold' && (
                      <Tag tone="warn">
                        <Trans>On hold</Trans>
                      </Tag>
                    )}
                    {draw.state === 'void' && (
                      <Tag>
                        <Trans>Expired</Trans>
                      </Tag>
                    )}
                  </button>
                </li>
              ))}
            </ul>
            {hasMore && (
              <Button kind="line" size="small" busy={isBusy} onClick={loadMore}>
                <Trans>Show more</Trans>
              </Button>
            )}
          </div>
          <DrawSteps key={open.id} draw={open} />
        </div>
      )}
    </Dialog>
  );
}
