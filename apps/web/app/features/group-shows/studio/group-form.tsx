import { uuidv7 } from '@klieg/kernel';
import { Button, Field, Input, Select, TokenGlyph } from '@klieg/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import { type FormEvent, useState } from 'react';
import { tellRefusal } from '../tell-refusal.ts';
import { lateApi } from '#app/shared/api/late-client.ts';
import { useSubmitType } from '#app/shared/forms/use-submit-type.ts';
import {
  faultsOf,
  type GroupDraft,
  type GroupField,
  newGroupDraft,
  termsOf,
  WAIT_MINUTES,
} from './group-draft.ts';

const none: ReadonlySet<GroupField> = new Set();

/** The input, and the press that offers it; a retry is the same offer. */
function useOffering(onDone: () => void) {
  const { i18n } = useLingui();
  const [showId] = useState(() => uuidv7());
  const [draft, setDraft] = useState<GroupDraft>(newGroupDraft);
  const [faults, setFaults] = useState(none);
  const [isBusy, setBusy] = useState(false);
  const offer = async (event: FormEvent) => {
    event.preventDefault();
    const found = faultsOf(draft);
    setFaults(found);
    if (found.size > 0 || isBusy) return;
    setBusy(true);
    try {
      await lateApi.offerGroupShow({ body: { show_id: showId, ...termsOf(draft) } });
      onDone();
    } catch (error) {
      tellRefusal(error, i18n);
    } finally {
      setBusy(false);
    }
  };
  const change = (next: Partial<GroupDraft>) => {
    const changed = { ...draft, ...next };
    setDraft(changed);
    if (faults.size > 0) setFaults(faultsOf(changed));
  };
  return { draft, faults, isBusy, offer, change };
}

interface PartProps {
  readonly draft: GroupDraft;
  readonly faults: ReadonlySet<GroupField>;
  readonly change: (next: Partial<GroupDraft>) => void;
}

/** The price and how many people. */
function Numbers({ draft, faults, change }: PartProps) {
  const { t } = useLingui();
  return (
    <>
      <Field
        label={t`Price a minute, each`}
        error={faults.has('price') && <Trans>A whole number from 6 to 240.</Trans>}
      >
        <Input
          inputMode="numeric"
          autoComplete="off"
          prefix={
            <span className="tokens">
              <TokenGlyph />
            </span>
          }
          value={draft.price}
          onChange={(event) => change({ price: event.target.value })}
        />
      </Field>
      <Field
        label={t`People needed`}
        error={faults.has('min_people') && <Trans>A whole number from 2 to 20.</Trans>}
      >
        <Input
          inputMode="numeric"
          autoComplete="off"
          value={draft.minPeople}
          onChange={(event) => change({ minPeople: event.target.value })}
        />
      </Field>
      <Field
        label={t`People at most`}
        hint={t`Empty: no limit.`}
        error={faults.has('max_people') && <Trans>At least as many as needed, up to 100.</Trans>}
      >
        <Input
          inputMode="numeric"
          autoComplete="off"
          value={draft.maxPeople}
          onChange={(event) => change({ maxPeople: event.target.value })}
        />
      </Field>
    </>
  );
}

/** Late joining, what happens with too few people, and the waiting time. */
function Choices({ draft, change }: PartProps) {
  const { t } = useLingui();
  return (
    <>
      <Field label={t`While it runs`}>
        <Select
          value={draft.lateJoiners ? 'open' : 'closed'}
          onChange={(event) => change({ lateJoiners: event.target.value === 'open' })}
        >
          <option value="open">{t`Others may join`}</option>
          <option value="closed">{t`Nobody may join`}</option>
        </Select>
      </Field>
      <Field label={t`If too few are left`}>
        <Select
          value={draft.ifFew}
          onChange={(event) => change({ ifFew: event.target.value === 'ends' ? 'ends' : 'goes_on' })}
        >
          <option value="ends">{t`It ends after a minute`}</option>
          <option value="goes_on">{t`It continues`}</option>
        </Select>
      </Field>
      <Field label={t`Waits up to`}>
        <Select
          value={draft.waitMinutes}
          onChange={(event) => change({ waitMinutes: Number(event.target.value) })}
        >
          {WAIT_MINUTES.map((minutes) => (
            <option key={minutes} value={minutes}>
              {t`${minutes} min`}
            </option>
          ))}
        </Select>
      </Field>
    </>
  );
}

/** Offers a group show: price, people, and what holds while it runs. */
export function GroupForm({ onClose }: { readonly onClose: () => void }) {
  const submitType = useSubmitType();
  const { isBusy, offer, ...part } = useOffering(onClose);
  return (
    <form method="post" className="group-form" onSubmit={(event) => void offer(event)}>
      <Numbers {...part} />
      <Choices {...part} />
      <p className="wide small text-ink-2">
        <Trans>
          When enough people are there, it counts down from ten and starts. Each pays for the seconds they
          get. While it is offered, nobody can ask for a private.
        </Trans>
      </p>
      <div className="show-actions wide">
        <Button kind="line" onClick={onClose}>
          <Trans>Cancel</Trans>
        </Button>
        <Button kind="key" type={submitType} busy={isBusy}>
          <Trans>Offer it</Trans>
        </Button>
      </div>
    </form>
  );
}
