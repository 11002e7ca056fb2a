import type { AgeMethod } from '@klieg/contract';
import { formatDayTime } from '@klieg/i18n';
import { Button, ErrorBox, Notice, OptionRow } from '@klieg/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import { type ReactNode, useState } from 'react';
import { useMe } from '../../shared/me/me-store.ts';
import { CardForm } from './card-form.tsx';
import type { FlowParts } from './flow-parts.ts';
import type { Proof } from './make-proof.ts';
import { METHOD_WORDS } from './method-words.ts';
import { PassedView, PendingView } from './outcome-views.tsx';
import { isStatePlace, placeName } from './place-words.ts';
import { ProofView } from './proof-view.tsx';
import { type AgeCheck, useAgeCheck, useAgeFailure, useBeginCheck } from './use-age-check.ts';
import { useCardCheck } from './use-card-check.ts';

interface FlowProps {
  /** "Not now", and after a failure. */
  readonly onLeave: () => void;
  /** Continues with what the check was required for. */
  readonly onGoOn: () => void;
  readonly shell: (parts: FlowParts) => ReactNode;
}

const FORM_ID = 'age-card-form';

/** Whose law it is and what it means, in two sentences. */
function Law({ check }: { readonly check: AgeCheck }) {
  const { i18n } = useLingui();
  const place = check.jurisdiction ?? '';
  const name = placeName(place, i18n.locale);
  return (
    <Notice
      title={
        isStatePlace(place) ? (
          <Trans>Your state asks for this</Trans>
        ) : (
          <Trans>Your country asks for this</Trans>
        )
      }
    >
      {check.has_proof ? (
        <Trans>{name}. It takes about a minute and counts for this visit. No picture of you is kept.</Trans>
      ) : (
        <Trans>{name}. You do it once, in about a minute. No picture of you is kept.</Trans>
      )}
    </Notice>
  );
}

function Methods(props: {
  readonly check: AgeCheck;
  readonly chosen: AgeMethod | undefined;
  readonly onChoose: (method: AgeMethod) => void;
}) {
  const { t } = useLingui();
  return (
    <div className="age-methods" role="radiogroup" aria-label={t`Ways to verify your age`}>
      {props.check.allowed.map((method) => {
        const { icon, name, note, time } = METHOD_WORDS[method];
        return (
          <OptionRow
            key={method}
            name="age-method"
            value={method}
            icon={icon}
            note={t(note)}
            end={<span className="age-time small text-ink-3">{t(time)}</span>}
            checked={method === props.chosen}
            onChange={() => props.onChoose(method)}
          >
            {t(name)}
          </OptionRow>
        );
      })}
    </div>
  );
}

/** Why only the live check is offered, or nothing at all. */
function Closed({ check }: { readonly check: AgeCheck }) {
  const { i18n } = useLingui();
  if (check.locked_until) {
    const until = formatDayTime(new Date(check.locked_until), i18n.locale);
    return (
      <Notice tone="warn" title={<Trans>Too many attempts</Trans>}>
        <Trans>The other ways are available again {until}.</Trans>
      </Notice>
    );
  }
  if (check.allowed.length > 0) return null;
  return (
    <Notice tone="warn" title={<Trans>No age check is available now</Trans>}>
      <Trans>Try again tomorrow, or contact support.</Trans>
    </Notice>
  );
}

/** What can be pressed below the methods. */
function Foot(props: {
  readonly onLeave: () => void;
  readonly isCard: boolean;
  readonly isBusy: boolean;
  /** Undefined: nothing is chosen yet. */
  readonly onGoOn: (() => void) | undefined;
}) {
  return (
    <>
      <Button kind="line" onClick={props.onLeave}>
        <Trans>Not now</Trans>
      </Button>
      <span className="grow max-tablet:hidden" />
      {props.isCard ? (
        <Button kind="key" type="submit" form={FORM_ID} busy={props.isBusy}>
          <Trans>Check my card</Trans>
        </Button>
      ) : (
        <Button kind="key" busy={props.isBusy} disabled={!props.onGoOn} onClick={props.onGoOn}>
          <Trans>Continue</Trans>
        </Button>
      )}
    </>
  );
}

/** The standard variant: choose a method, then continue; with a card its form is below (AGE-VERIFICATION-013). */
function Choosing({
  check,
  reload,
  onLeave,
  shell,
  onGoOn,
}: FlowProps & { readonly check: AgeCheck; readonly reload: () => void }) {
  const me = useMe();
  const [chosen, setChosen] = useState<AgeMethod | undefined>(
    check.allowed.length === 1 ? check.allowed[0] : undefined,
  );
  const fail = useAgeFailure(onLeave);
  const [isPassed, setPassed] = useState(false);
  const { isBusy, error, begin } = useBeginCheck({ fail, onPending: reload });
  const card = useCardCheck({ fail, onPassed: () => setPassed(true), onPending: reload });
  const [proving, setProving] = useState<Proof['method']>();
  if (isPassed) return <PassedView onGoOn={onGoOn} shell={shell} />;
  if (proving)
    return (
      <ProofView
        method={proving}
        onBack={() => setProving(undefined)}
        onVendor={() => {
          // Errors are shown beside the methods.
          setProving(undefined);
          void begin(proving);
        }}
        onPassed={() => setPassed(true)}
        shell={shell}
      />
    );
  const goOn = (method: AgeMethod) => {
    if (check.has_proof && (method === 'id_check' || method === 'digital_id')) setProving(method);
    else void begin(method);
  };
  const isCard = chosen === 'card';
  return shell({
    title: check.failed ? <Trans>That did not work. Try again</Trans> : <Trans>Verify your age</Trans>,
    body: (
      <div className="age-body">
        {check.failed && (
          <Notice tone="bad" title={<Trans>Verification failed</Trans>}>
            <Trans>Choose another way, or check your details and try again.</Trans>
          </Notice>
        )}
        <Law check={check} />
        <Closed check={check} />
        {error && <Notice tone="bad" title={error} />}
        <Methods check={check} chosen={chosen} onChoose={setChosen} />
        {isCard && (
          <CardForm
            id={FORM_ID}
            country={check.jurisdiction?.slice(0, 2) ?? ''}
            offer={check.offer}
            isMember={me.kind === 'member'}
            check={card}
          />
        )}
      </div>
    ),
    foot: (
      <Foot
        onLeave={onLeave}
        isCard={isCard}
        isBusy={isCard ? card.isBusy : isBusy}
        onGoOn={chosen && (() => goOn(chosen))}
      />
    ),
  });
}

/** A check of age from the choice of a method to its end, drawn by a dialog or a page. */
export function AgeCheckFlow(props: FlowProps) {
  const { state, reload } = useAgeCheck();
  const { shell, onLeave, onGoOn } = props;
  const title = <Trans>Verify your age</Trans>;
  if (state.kind === 'loading')
    return shell({ title, body: <output className="skeleton block h-60" aria-busy="true" /> });
  if (state.kind === 'failed')
    return shell({ title, body: <ErrorBox title={<Trans>This did not load</Trans>} onRetry={reload} /> });
  const check = state.value;
  if (check.state === 'passed' || !check.required)
    return <PassedView isFree={!check.required} onGoOn={onGoOn} shell={shell} />;
  if (check.state === 'pending')
    return <PendingView check={check} onLook={reload} onLeave={onLeave} shell={shell} />;
  return <Choosing {...props} check={check} reload={reload} />;
}
