import type { BannedTerm, TermAction, TermScope } from '@klieg/contract';
import { TERM_CHARS_MAX } from '@klieg/contract/features/compliance/limits';
import { formatDayTime } from '@klieg/i18n';
import { Button, Empty, Field, Input, Notice, Select, Tag } from '@klieg/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { type FormEvent, useState } from 'react';
import { explainError } from '../../shared/errors/explain-error.ts';
import { deskApi, DeskSection, useDesk } from '../money-desk/index.ts';
import './compliance.css';

type Terms = Awaited<ReturnType<typeof deskApi.listTerms>>;

const ACTION_WORDS: Readonly<Record<TermAction, MessageDescriptor>> = {
  refuse: msg`Rejected`,
  review: msg`Staff reviews it first`,
};
const SCOPE_WORDS: Readonly<Record<TermScope, MessageDescriptor>> = {
  all: msg`Everywhere`,
  profile: msg`Profile names, texts and tags`,
  messages: msg`Messages and comments`,
  search: msg`Searches`,
};
/** Nobody reads messages and searches before they are sent. */
const isReviewable = (scope: TermScope): boolean => scope === 'all' || scope === 'profile';

interface AddProps {
  readonly onChanged: (terms: Terms) => void;
}

function AddForm({ onChanged }: AddProps) {
  const { t, i18n } = useLingui();
  const [term, setTerm] = useState('');
  const [action, setAction] = useState<TermAction>('refuse');
  const [scope, setScope] = useState<TermScope>('all');
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  const wanted = isReviewable(scope) ? action : 'refuse';
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    setFailure(undefined);
    try {
      onChanged(await deskApi.changeTerms({ body: { add: [{ term: term.trim(), action: wanted, scope }] } }));
      setTerm('');
    } catch (error) {
      setFailure(explainError(error, i18n));
    }
    setBusy(false);
  };
  return (
    <form className="terms-form" onSubmit={(event) => void submit(event)}>
      <Field
        label={<Trans>Word or words</Trans>}
        hint={<Trans>Matched as whole words, in upper or lower case.</Trans>}
        error={failure}
      >
        <Input value={term} maxLength={TERM_CHARS_MAX} onChange={(event) => setTerm(event.target.value)} />
      </Field>
      <Field label={<Trans>Where</Trans>}>
        <Select value={scope} onChange={(event) => setScope(event.target.value as TermScope)}>
          {Object.entries(SCOPE_WORDS).map(([key, word]) => (
            <option key={key} value={key}>
              {t(word)}
            </option>
          ))}
        </Select>
      </Field>
      <Field
        label={<Trans>What happens</Trans>}
        hint={scope === 'all' && action === 'review' && <Trans>Only profiles can be reviewed first.</Trans>}
      >
        <Select
          value={wanted}
          disabled={!isReviewable(scope)}
          onChange={(event) => setAction(event.target.value as TermAction)}
        >
          {Object.entries(ACTION_WORDS).map(([key, word]) => (
            <option key={key} value={key}>
              {t(word)}
            </option>
          ))}
        </Select>
      </Field>
      <Button type="submit" kind="key" busy={isBusy} disabled={term.trim().length < 2}>
        <Trans>Add</Trans>
      </Button>
    </form>
  );
}

function Row({ one, onChanged }: AddProps & { readonly one: BannedTerm }) {
  const { t, i18n } = useLingui();
  const [failure, setFailure] = useState<string>();
  const remove = () =>
    deskApi
      .changeTerms({ body: { remove: [one.id] } })
      .then(onChanged, (error: unknown) => setFailure(explainError(error, i18n)));
  return (
    <li className="term">
      <div className="min-w-0 grow">
        <b className="block break-words">{one.term}</b>
        <span className="small text-ink-2">
          {t(SCOPE_WORDS[one.scope])} · {formatDayTime(one.added_at, i18n.locale)}
          {one.by !== null && ` · ${one.by}`}
        </span>
        {failure !== undefined && <Notice tone="bad" title={failure} />}
      </div>
      <Tag tone={one.action === 'refuse' ? 'bad' : 'neutral'}>{t(ACTION_WORDS[one.action])}</Tag>
      <Button kind="text" onClick={() => void remove()} aria-label={t`Remove ${one.term}`}>
        <Trans>Remove</Trans>
      </Button>
    </li>
  );
}

/** `/mod/terms`: words that no text may hold, or that staff reads first. */
export function TermsPage() {
  const [changed, setChanged] = useState<Terms>();
  const desk = useDesk('terms', (signal) => deskApi.listTerms({ signal }));
  return (
    <section>
      <div className="module-head px-4 py-3">
        <h2 className="grow">
          <Trans>Terms that are not allowed</Trans>
        </h2>
      </div>
      <AddForm onChanged={setChanged} />
      <DeskSection desk={desk}>
        {(read) => {
          const { items, configured } = changed ?? read;
          return (
            <>
              {items.length === 0 ? (
                <Empty title={<Trans>No terms yet</Trans>}>
                  <Trans>A term applies to what is written after it was added.</Trans>
                </Empty>
              ) : (
                <ul>
                  {items.map((one) => (
                    <Row key={one.id} one={one} onChanged={setChanged} />
                  ))}
                </ul>
              )}
              {configured.length > 0 && (
                <div className="grid gap-2 p-4">
                  <h3 className="small text-ink-2">
                    <Trans>Set by the configuration: reviewed first in profiles, rejected elsewhere</Trans>
                  </h3>
                  <p className="flex flex-wrap gap-2">
                    {configured.map((term) => (
                      <Tag key={term}>{term}</Tag>
                    ))}
                  </p>
                </div>
              )}
            </>
          );
        }}
      </DeskSection>
    </section>
  );
}
