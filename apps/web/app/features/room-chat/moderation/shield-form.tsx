import type { Shield } from '@klieg/contract';
import { Button, ErrorBox, Field, Notice, Select, Switch, TextArea } from '@klieg/ui';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { api } from '#app/shared/api/client.ts';
import { explainError } from '#app/shared/errors/explain-error.ts';
import { useLoaded } from '#app/shared/use-loaded.ts';

const SLOW_STEPS = [0, 3, 5, 10, 30, 60, 120] as const;
const WORDS_MAX = 200;

const NAMED_MAX = 3;

/** One word a line, and the lines that cannot be taken: too short, too long, or too many. */
function wordsIn(text: string): { readonly words: string[]; readonly leftOut: string[] } {
  const lines = text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
  const isFit = (line: string) => line.length > 1 && line.length <= 40;
  const words = lines.filter(isFit).slice(0, WORDS_MAX);
  const tooMany = lines.filter(isFit).slice(WORDS_MAX);
  return { words, leftOut: [...lines.filter((line) => !isFit(line)), ...tooMany] };
}

interface SlowModeProps {
  readonly seconds: number;
  readonly onChange: (seconds: number) => void;
}

function SlowMode({ seconds: chosen, onChange }: SlowModeProps) {
  const { t } = useLingui();
  const stepText = (seconds: number) => (seconds === 0 ? t`Off` : t`${seconds} s`);
  return (
    <Field label={<Trans>Slow mode</Trans>} hint={<Trans>Time between two messages of one viewer.</Trans>}>
      <Select value={chosen} onChange={(event) => onChange(Number(event.target.value))}>
        {[...new Set([...SLOW_STEPS, chosen])]
          .toSorted((a, b) => a - b)
          .map((step) => (
            <option key={step} value={step}>
              {stepText(step)}
            </option>
          ))}
      </Select>
    </Field>
  );
}

/** Names what was not saved; the first few lines, where they are many. */
function LeftOut({ lines }: { readonly lines: readonly string[] }) {
  const names = lines.slice(0, NAMED_MAX).join(', ') + (lines.length > NAMED_MAX ? ', …' : '');
  return (
    <Trans>
      <Plural value={lines.length} one="# line was not saved:" other="# lines were not saved:" /> {names}. A
      word has 2 to 40 characters, and there can be {WORDS_MAX} of them.
    </Trans>
  );
}

interface WordsFieldProps {
  readonly words: readonly string[];
  /** Resolves to false where the server refused. */
  readonly onSave: (words: string[]) => Promise<boolean>;
}

function WordsField({ words, onSave }: WordsFieldProps) {
  const [typed, setTyped] = useState<string>();
  const [leftOut, setLeftOut] = useState<readonly string[]>([]);
  const [isBusy, setBusy] = useState(false);
  const save = async (text: string) => {
    const found = wordsIn(text);
    setBusy(true);
    const isSaved = await onSave(found.words);
    setBusy(false);
    if (!isSaved) return;
    setLeftOut(found.leftOut);
    // Lines that were left out stay in the field, so that they can be mended.
    setTyped((now) => (now === text && found.leftOut.length === 0 ? undefined : now));
  };
  const listed = typed ?? words.join('\n');
  return (
    <>
      <Field
        label={<Trans>Words held for review</Trans>}
        hint={<Trans>One per line. Accents, digits for letters and stretched words are found too.</Trans>}
        error={leftOut.length > 0 && <LeftOut lines={leftOut} />}
      >
        <TextArea
          rows={4}
          value={listed}
          spellCheck={false}
          onChange={(event) => setTyped(event.target.value)}
        />
      </Field>
      <Button size="small" disabled={typed === undefined} busy={isBusy} onClick={() => void save(listed)}>
        <Trans>Save words</Trans>
      </Button>
    </>
  );
}

/** A room's settings against unwanted lines; the shield switches all of them on with one press. */
export function ShieldForm({ room }: { readonly room: string }) {
  const { i18n } = useLingui();
  const params = { username: room };
  const { state, reload, show } = useLoaded(room, (signal) => api.getShield({ params, signal }));
  const [error, setError] = useState<string>();

  if (state.kind === 'failed')
    return (
      <ErrorBox title={<Trans>The room rules did not load</Trans>} onRetry={reload}>
        <Trans>They still apply.</Trans>
      </ErrorBox>
    );
  if (state.kind === 'loading') return <div className="skeleton m-4 h-40" aria-busy="true" />;
  const shield = state.value;
  const save = async (change: Partial<Shield>): Promise<boolean> => {
    setError(undefined);
    // A switch moves at once and comes back where the server refuses.
    show({ ...shield, ...change });
    try {
      show(await api.saveShield({ params, body: change }));
      return true;
    } catch (fault) {
      show(shield);
      setError(explainError(fault, i18n));
      return false;
    }
  };
  return (
    <div className="moderation-body">
      {error && <Notice tone="bad" title={error} />}
      <div className="shield-switch" data-on={shield.shield}>
        <Switch
          checked={shield.shield}
          onChange={(event) => void save({ shield: event.target.checked })}
          note={
            <Trans>
              Followers only, one message every 10 s, no links. Your settings below stay as they are.
            </Trans>
          }
        >
          <b>
            <Trans>Shield mode</Trans>
          </b>
        </Switch>
      </div>
      <SlowMode
        seconds={shield.slow_mode_seconds}
        onChange={(slow_mode_seconds) => void save({ slow_mode_seconds })}
      />
      <Switch
        checked={shield.followers_only}
        onChange={(event) => void save({ followers_only: event.target.checked })}
      >
        <Trans>Only followers can write</Trans>
      </Switch>
      <Switch
        checked={shield.links_allowed}
        onChange={(event) => void save({ links_allowed: event.target.checked })}
        note={<Trans>Off: a message with a link waits for you.</Trans>}
      >
        <Trans>Links are allowed</Trans>
      </Switch>
      <WordsField words={shield.banned_words} onSave={(banned_words) => save({ banned_words })} />
    </div>
  );
}
