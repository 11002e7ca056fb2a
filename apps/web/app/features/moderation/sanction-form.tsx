import { SANCTION_MINUTES_MAX } from '@klieg/contract/features/moderation/limits';
import { SUSPENSION_REASONS, type SuspensionReason } from '@klieg/contract/features/user-desk/limits';
import { Button, Field, Input, Notice, Select, TextArea } from '@klieg/ui';
import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { type FormEvent, useState } from 'react';
import { useDeskSave } from '../back-office/index.ts';
import { deskApi } from '../money-desk/index.ts';
import { SUSPENSION_WORDS } from './sanction-words.ts';

type Kind = 'warn' | 'silence' | 'kick' | 'ban' | 'suspend';
type Scope = 'site' | 'chat' | 'broadcast';

interface Choice {
  readonly kind: Kind;
  readonly scope: Scope;
  readonly words: MessageDescriptor;
  /** Lasts for a time; the others are over at once. */
  readonly lasts?: true;
  readonly isOfModels?: true;
}

/** What a moderator can do, the mildest first. */
const CHOICES = {
  warn: { kind: 'warn', scope: 'site', words: msg`Warn` },
  silence: { kind: 'silence', scope: 'chat', words: msg`Silence in all rooms`, lasts: true },
  kick: { kind: 'kick', scope: 'chat', words: msg`Kick from all rooms`, lasts: true },
  ban: { kind: 'ban', scope: 'chat', words: msg`Ban from all rooms`, lasts: true },
  broadcast: { kind: 'kick', scope: 'broadcast', words: msg`End the broadcast`, isOfModels: true },
  noBroadcast: {
    kind: 'ban',
    scope: 'broadcast',
    words: msg`Ban from broadcasting`,
    lasts: true,
    isOfModels: true,
  },
  logout: { kind: 'kick', scope: 'site', words: msg`Log out everywhere` },
  suspend: { kind: 'suspend', scope: 'site', words: msg`Suspend the account`, lasts: true },
} as const satisfies Readonly<Record<string, Choice>>;
type ChoiceKey = keyof typeof CHOICES;
const isChoice = (text: string): text is ChoiceKey => Object.hasOwn(CHOICES, text);

const STATEMENT_CHARS = { min: 10, max: 1_000 } as const;

const reasonOf = (text: string): SuspensionReason =>
  SUSPENSION_REASONS.find((reason) => reason === text) ?? 'other';

export interface SanctionFormProps {
  readonly username: string;
  readonly isModel: boolean;
  readonly onDone: () => void;
}

/** Sanctions a person without a report; the person is told why. */
export function SanctionForm({ username, isModel, onDone }: SanctionFormProps) {
  const { t } = useLingui();
  const [chosen, setChosen] = useState<ChoiceKey>('warn');
  const [reason, setReason] = useState<SuspensionReason>('rules');
  const [minutes, setMinutes] = useState('');
  const [statement, setStatement] = useState('');
  const [isDone, setDone] = useState(false);
  const choice: Choice = CHOICES[chosen];
  const isShort = statement.trim().length < STATEMENT_CHARS.min;
  const { isBusy, failure, locked, save } = useDeskSave(async () => {
    await deskApi.sanctionPerson({
      params: { username },
      body: {
        kind: choice.kind,
        scope: choice.scope,
        reason_code: reason,
        statement: statement.trim(),
        ...(choice.lasts && minutes !== '' && { minutes: Number(minutes) }),
      },
    });
    setStatement('');
    setDone(true);
    onDone();
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isShort) void save();
  };
  return (
    <form className="grid gap-3" onSubmit={submit} aria-label={t`Act on ${username}`}>
      {locked}
      <Field label={<Trans>What to do</Trans>}>
        <Select
          value={chosen}
          onChange={(event) => {
            if (isChoice(event.target.value)) setChosen(event.target.value);
            setDone(false);
          }}
        >
          {Object.entries(CHOICES).map(([key, one]) =>
            'isOfModels' in one && !isModel ? null : (
              <option key={key} value={key}>
                {t(one.words)}
              </option>
            ),
          )}
        </Select>
      </Field>
      {choice.lasts && (
        <Field
          label={
            choice.kind === 'kick' ? (
              <Trans>Minutes. Empty: an hour</Trans>
            ) : (
              <Trans>Minutes. Empty: until lifted</Trans>
            )
          }
          optional
        >
          <Input
            type="number"
            inputMode="numeric"
            min={1}
            max={SANCTION_MINUTES_MAX}
            step={1}
            value={minutes}
            onChange={(event) => setMinutes(event.target.value)}
          />
        </Field>
      )}
      <Field label={<Trans>Reason</Trans>}>
        <Select value={reason} onChange={(event) => setReason(reasonOf(event.target.value))}>
          {SUSPENSION_REASONS.map((one) => (
            <option key={one} value={one}>
              {t(SUSPENSION_WORDS[one]!)}
            </option>
          ))}
        </Select>
      </Field>
      <Field label={<Trans>What the person sees</Trans>}>
        <TextArea
          value={statement}
          required
          minLength={STATEMENT_CHARS.min}
          maxLength={STATEMENT_CHARS.max}
          rows={3}
          onChange={(event) => {
            setStatement(event.target.value);
            setDone(false);
          }}
        />
      </Field>
      {failure !== undefined && <Notice tone="bad" title={failure} />}
      <Button type="submit" kind="danger" busy={isBusy} disabled={isShort}>
        {t(choice.words)}
      </Button>
      <output className="small text-ink-2">
        {isDone && <Trans>Done. The person has been notified.</Trans>}
      </output>
    </form>
  );
}
