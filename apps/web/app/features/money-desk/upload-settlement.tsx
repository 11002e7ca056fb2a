import type { Biller } from '@klieg/contract';
import { SETTLEMENT_FILE_MAX } from '@klieg/contract/features/money-desk/limits';
import { DAY_MS, utcDayOf } from '@klieg/kernel/time';
import { Button, Field, Input, Notice, Select } from '@klieg/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import { type FormEvent, useState } from 'react';
import type { Answer } from '../../shared/api/answers.ts';
import { deskApi } from './desk-api.ts';
import { codeOf, explainError } from '../../shared/errors/explain-error.ts';
import { ConfirmPassword } from '../../shared/password/confirm-password.tsx';
import { BILLER_NAMES } from './desk-words.ts';

const BILLERS = Object.keys(BILLER_NAMES) as Biller[];
const WEEK_MS = 7 * DAY_MS;

type Uploaded = Answer<'uploadSettlement'>;

/** What came of a file, in a sentence. */
function Outcome({ uploaded }: { readonly uploaded: Uploaded }) {
  const { lines, matched, known, unread } = uploaded;
  const open =
    uploaded.missing_here + uploaded.missing_there + uploaded.amount_differs + uploaded.other_currency;
  return (
    <Notice tone={open === 0 ? 'ok' : 'warn'} title={<Trans>The file was accepted</Trans>}>
      <Trans>
        Lines: {lines}, matched: {matched}, known before: {known}, missing here: {uploaded.missing_here},
        missing there: {uploaded.missing_there}, other amount: {uploaded.amount_differs}, not read: {unread}.
      </Trans>
    </Notice>
  );
}

/** Takes a biller's file for some days. */
export function UploadSettlement({ onUploaded }: { readonly onUploaded: () => void }) {
  const { i18n } = useLingui();
  const [biller, setBiller] = useState<Biller>('ccbill');
  const [from, setFrom] = useState(() => utcDayOf(Date.now() - WEEK_MS));
  const [to, setTo] = useState(() => utcDayOf(Date.now()));
  const [file, setFile] = useState<File>();
  const [isBusy, setBusy] = useState(false);
  const [isLocked, setLocked] = useState(false);
  const [error, setError] = useState<unknown>();
  const [uploaded, setUploaded] = useState<Uploaded>();
  const isTooLarge = file !== undefined && file.size > SETTLEMENT_FILE_MAX;
  const send = async () => {
    if (!file) return;
    setBusy(true);
    setError(undefined);
    setUploaded(undefined);
    try {
      const text = await file.text();
      setUploaded(
        await deskApi.uploadSettlement({ body: { biller, name: file.name.slice(0, 120), from, to, text } }),
      );
      onUploaded();
    } catch (failure) {
      if (codeOf(failure) === 'common.sudo_required') setLocked(true);
      else setError(failure);
    }
    setBusy(false);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void send();
  };
  return (
    <section className="module">
      <h2>
        <Trans>A biller’s settlement file</Trans>
      </h2>
      <form className="desk-upload" onSubmit={submit}>
        <Field label={<Trans>Biller</Trans>}>
          <Select value={biller} onChange={(event) => setBiller(event.target.value as Biller)}>
            {BILLERS.map((one) => (
              <option key={one} value={one}>
                {BILLER_NAMES[one]}
              </option>
            ))}
          </Select>
        </Field>
        <Field label={<Trans>From (UTC)</Trans>}>
          <Input
            type="date"
            required
            value={from}
            max={to}
            onChange={(event) => setFrom(event.target.value)}
          />
        </Field>
        <Field label={<Trans>To (UTC)</Trans>}>
          <Input type="date" required value={to} min={from} onChange={(event) => setTo(event.target.value)} />
        </Field>
        <Field
          label={<Trans>File</Trans>}
          error={isTooLarge ? <Trans>Files have at most 700 kB. Split it by days.</Trans> : undefined}
        >
          <Input
            type="file"
            accept=".csv,.txt,text/*"
            required
            onChange={(event) => setFile(event.target.files?.[0])}
          />
        </Field>
        <Button type="submit" kind="key" busy={isBusy} disabled={file === undefined || isTooLarge}>
          <Trans>Match and book</Trans>
        </Button>
      </form>
      {error !== undefined && (
        <Notice tone="bad" title={<Trans>The file was not accepted</Trans>}>
          {explainError(error, i18n)}
        </Notice>
      )}
      {uploaded && <Outcome uploaded={uploaded} />}
      {isLocked && (
        <ConfirmPassword
          onConfirmed={() => {
            setLocked(false);
            void send();
          }}
          onClose={() => setLocked(false)}
        />
      )}
    </section>
  );
}
