import { Button, Dialog, Field, Input, Notice, Select } from '@klieg/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import { type FormEvent, useState } from 'react';
import { useDeskSave } from '../back-office/index.ts';
import { deskApi } from '../money-desk/index.ts';

const FIRST = 'model-agreement';
const MAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/u;
const NAME = /^[A-Za-z0-9_-]{3,30}$/u;

export interface DocumentDialogProps {
  readonly templates: readonly { readonly slug: string; readonly title: string; readonly version: string }[];
  readonly onSent: () => void;
  readonly onClose: () => void;
}

/** Sends a document to somebody, then shows the link once: it is kept nowhere. */
export function DocumentDialog({ templates, onSent, onClose }: DocumentDialogProps) {
  const { t } = useLingui();
  const [template, setTemplate] = useState(
    templates.some(({ slug }) => slug === FIRST) ? FIRST : (templates[0]?.slug ?? ''),
  );
  const [to, setTo] = useState('');
  const [signer, setSigner] = useState('');
  const [isAttempted, setAttempted] = useState(false);
  const [link, setLink] = useState<string>();
  const address = to.trim();
  const isMail = MAIL.test(address);
  const isToFine = isMail || NAME.test(address);
  const isSignerFine = signer.trim().length !== 1;
  const { isBusy, failure, locked, save } = useDeskSave(async () => {
    const name = signer.trim();
    const whom = isMail ? { email: address } : { username: address };
    const answer = await deskApi.sendDeskDocument({
      body: { template, ...whom, ...(name && { signer_name: name }) },
    });
    setLink(answer.link);
    onSent();
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setAttempted(true);
    if (isToFine && isSignerFine) void save();
  };
  if (locked) return locked;
  if (link !== undefined)
    return (
      <Dialog title={<Trans>The document is sent</Trans>} onClose={onClose}>
        <div className="grid gap-4">
          <p>
            <Trans>The link was emailed. It is shown here only once; anyone who has it can sign.</Trans>
          </p>
          <Input readOnly value={link} label={t`Link`} onFocus={(event) => event.target.select()} />
          <Button kind="key" size="large" onClick={onClose}>
            <Trans>Done</Trans>
          </Button>
        </div>
      </Dialog>
    );
  return (
    <Dialog title={<Trans>Send a document</Trans>} onClose={onClose}>
      <form className="grid gap-4" onSubmit={submit} noValidate>
        <Field label={<Trans>Text</Trans>}>
          <Select value={template} onChange={(event) => setTemplate(event.target.value)}>
            {templates.map(({ slug, title, version }) => (
              <option key={slug} value={slug}>
                {t`${title}, version ${version}`}
              </option>
            ))}
          </Select>
        </Field>
        <Field
          label={<Trans>Username or email</Trans>}
          error={isAttempted && !isToFine ? <Trans>A username or an email address.</Trans> : undefined}
        >
          <Input
            value={to}
            maxLength={254}
            autoComplete="off"
            onChange={(event) => setTo(event.target.value)}
          />
        </Field>
        <Field
          label={<Trans>Signer’s full name</Trans>}
          hint={<Trans>It is shown in the document.</Trans>}
          error={isAttempted && !isSignerFine ? <Trans>At least 2 characters.</Trans> : undefined}
          optional
        >
          <Input
            value={signer}
            maxLength={80}
            autoComplete="off"
            onChange={(event) => setSigner(event.target.value)}
          />
        </Field>
        {failure !== undefined && <Notice tone="bad" title={failure} />}
        <Button type="submit" kind="key" size="large" busy={isBusy}>
          <Trans>Send</Trans>
        </Button>
      </form>
    </Dialog>
  );
}
