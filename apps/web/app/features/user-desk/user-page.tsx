import type { AdminUserWhole, TokenCorrection } from '@klieg/contract';
import { Button, Field, Notice, TextArea } from '@klieg/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import { type FormEvent, useState } from 'react';
import { useMember } from '../../shared/me/me-store.ts';
import { useDocumentTitle } from '../../shared/use-document-title.ts';
import { useDeskSave } from '../back-office/index.ts';
import { deskApi, DeskSection, useDesk } from '../money-desk/index.ts';
import { RolesDialog } from './roles-dialog.tsx';
import { SuspendDialog } from './suspend-dialog.tsx';
import { TokensDialog } from './tokens-dialog.tsx';
import { UserFacts } from './user-facts.tsx';
import { Corrections, Deeds, Notes, Orders, Sanctions, Sessions } from './user-lists.tsx';

interface ActionsProps {
  readonly user: AdminUserWhole;
  readonly proposal: TokenCorrection | undefined;
  readonly onProposal: (proposal: TokenCorrection | undefined) => void;
  readonly onSaved: () => void;
}

/** Whether the visitor may change this account, by the same rule as on the server. */
function useMayChange(user: AdminUserWhole): boolean {
  const own = useMember()?.user;
  return own !== undefined && own.id !== user.id && (own.isSuperAdmin || !user.isAdmin);
}

function Actions({ user, proposal, onProposal, onSaved }: ActionsProps) {
  const [open, setOpen] = useState<'roles' | 'suspend' | 'tokens'>();
  const lift = useDeskSave(async () => {
    await deskApi.changeDeskUser({ params: { id: String(user.id) }, body: { suspension: null } });
    onSaved();
  });
  const dialog = { user, onSaved, onClose: () => setOpen(undefined) };
  return (
    <>
      <div className="grid grid-cols-2 gap-2">
        <Button kind="line" onClick={() => setOpen('roles')}>
          <Trans>Roles…</Trans>
        </Button>
        {user.type === 'other' && (
          <Button kind="line" onClick={() => setOpen('tokens')}>
            <Trans>Tokens…</Trans>
          </Button>
        )}
        {user.suspension_date !== null && (
          <Button kind="line" busy={lift.isBusy} onClick={() => void lift.save()}>
            <Trans>Lift suspension</Trans>
          </Button>
        )}
        <Button kind="danger" onClick={() => setOpen('suspend')}>
          <Trans>Suspend…</Trans>
        </Button>
      </div>
      {lift.failure !== undefined && <Notice tone="bad" title={lift.failure} />}
      {lift.locked}
      {open === 'roles' && <RolesDialog {...dialog} />}
      {open === 'suspend' && <SuspendDialog {...dialog} />}
      {(open === 'tokens' || proposal) && (
        <TokensDialog
          {...dialog}
          proposal={proposal}
          onClose={() => {
            setOpen(undefined);
            onProposal(undefined);
          }}
        />
      )}
    </>
  );
}

function NoteForm({ user, onSaved }: Pick<ActionsProps, 'user' | 'onSaved'>) {
  const [note, setNote] = useState('');
  const { isBusy, failure, locked, save } = useDeskSave(async () => {
    await deskApi.changeDeskUser({ params: { id: String(user.id) }, body: { note: note.trim() } });
    setNote('');
    onSaved();
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void save();
  };
  return (
    <form className="grid gap-2" onSubmit={submit}>
      <Field label={<Trans>A note for staff</Trans>} error={failure}>
        <TextArea rows={2} maxLength={1_000} value={note} onChange={(event) => setNote(event.target.value)} />
      </Field>
      <span>
        <Button type="submit" kind="line" busy={isBusy} disabled={note.trim().length < 3}>
          <Trans>Add the note</Trans>
        </Button>
      </span>
      {locked}
    </form>
  );
}

function Whole({ user, onSaved }: { readonly user: AdminUserWhole; readonly onSaved: () => void }) {
  const { t } = useLingui();
  const [proposal, setProposal] = useState<TokenCorrection>();
  const mayChange = useMayChange(user);
  const changes = { user, proposal, onProposal: setProposal, onSaved };
  return (
    <div className="rack desk-order desk-person">
      <div className="desk-columns">
        <section className="module" aria-label={t`Account`}>
          <UserFacts user={user} />
          {mayChange ? (
            <Actions {...changes} />
          ) : (
            <p className="small text-ink-2">
              <Trans>
                Nobody can change their own account here; only super admins change accounts of admins.
              </Trans>
            </p>
          )}
        </section>
        <Sanctions user={user} />
        <Notes user={user}>{mayChange && <NoteForm user={user} onSaved={onSaved} />}</Notes>
      </div>
      <div className="desk-columns">
        <Deeds user={user} />
        <Sessions user={user} />
      </div>
      <div className="desk-columns">
        <Orders user={user} />
        <Corrections user={user} onConfirm={mayChange ? setProposal : undefined} />
      </div>
    </div>
  );
}

/** `/admin/users/{id}`: an account with its money, its log-ins and what staff did, and what staff may do. */
export function UserPage({ id }: { readonly id: string }) {
  const { t } = useLingui();
  const desk = useDesk(id, (signal) => deskApi.getDeskUser({ params: { id }, signal }));
  // Several are often open side by side.
  const username = desk.answer.kind === 'ready' ? desk.answer.value.username : undefined;
  useDocumentTitle(username === undefined ? undefined : t`${username}: account`);
  return <DeskSection desk={desk}>{(user) => <Whole user={user} onSaved={desk.reload} />}</DeskSection>;
}
