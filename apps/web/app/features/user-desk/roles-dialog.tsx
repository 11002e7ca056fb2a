import type { AdminUserWhole } from '@klieg/contract';
import { LINKED_MAX } from '@klieg/contract/features/user-desk/limits';
import { Button, Checkbox, Dialog, Field, Notice, Select, Switch } from '@klieg/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import { type FormEvent, useState } from 'react';
import { useMember } from '../../shared/me/me-store.ts';
import { useDeskSave } from '../back-office/index.ts';
import { deskApi } from '../money-desk/index.ts';
import { ROLE_WORDS, ROLES } from './user-words.ts';

export interface UserDialogProps {
  readonly user: AdminUserWhole;
  readonly onSaved: () => void;
  readonly onClose: () => void;
}

const MEMBERSHIPS = ['premium', 'vip', 'super_vip'] as const;
const membershipOf = (text: string) => MEMBERSHIPS.find((level) => level === text) ?? null;
const LINKED = Array.from({ length: LINKED_MAX + 1 }, (_, count) => count);

function useRolesForm(user: AdminUserWhole) {
  const [roles, setRoles] = useState<AdminUserWhole['user_roles']>(user.user_roles);
  const [isAdmin, setAdmin] = useState(user.isAdmin);
  const [mayRename, setMayRename] = useState(user.can_change_username);
  const [isDirectPay, setDirectPay] = useState(user.is_direct_pay);
  const [isFeatured, setFeatured] = useState(user.is_featured);
  const [linked, setLinked] = useState(user.max_linked_accounts);
  const [membership, setMembership] = useState(user.membership);
  const [isConfirmed, setConfirmed] = useState(user.email_confirmed === 1);
  return {
    roles,
    setRoles,
    isAdmin,
    setAdmin,
    mayRename,
    setMayRename,
    isDirectPay,
    setDirectPay,
    isFeatured,
    setFeatured,
    linked,
    setLinked,
    membership,
    setMembership,
    isConfirmed,
    setConfirmed,
    /** Only what differs from the account, so that nothing else is touched. */
    changes: {
      user_roles: roles,
      can_change_username: mayRename,
      max_linked_accounts: linked,
      is_direct_pay: isDirectPay,
      ...(isFeatured !== user.is_featured && { is_featured: isFeatured }),
      ...(membership !== user.membership && { membership }),
      ...(isAdmin !== user.isAdmin && { isAdmin }),
      ...(isConfirmed && user.email_confirmed === 0 && { email_confirmed: true as const }),
    },
  };
}

type Form = ReturnType<typeof useRolesForm>;

function Roles({ form, mayAudit }: { readonly form: Form; readonly mayAudit: boolean }) {
  const { t } = useLingui();
  return (
    <fieldset className="grid gap-2">
      <legend className="label mb-2">
        <Trans>Roles</Trans>
      </legend>
      {ROLES.map((role) => (
        <Checkbox
          key={role}
          checked={form.roles.includes(role)}
          disabled={role === 'auditor' && !mayAudit}
          onChange={({ target: { checked } }) =>
            form.setRoles(checked ? [...form.roles, role] : form.roles.filter((one) => one !== role))
          }
        >
          {t(ROLE_WORDS[role])}
        </Checkbox>
      ))}
    </fieldset>
  );
}

function Allowances({ form, user }: { readonly form: Form; readonly user: AdminUserWhole }) {
  const { t } = useLingui();
  return (
    <>
      <Switch checked={form.mayRename} onChange={(event) => form.setMayRename(event.target.checked)}>
        <Trans>May change the username once</Trans>
      </Switch>
      <Switch checked={form.isDirectPay} onChange={(event) => form.setDirectPay(event.target.checked)}>
        <Trans>Paid directly, past the studio</Trans>
      </Switch>
      {user.type === 'model' && (
        <Switch checked={form.isFeatured} onChange={(event) => form.setFeatured(event.target.checked)}>
          <Trans>Featured on the home page</Trans>
        </Switch>
      )}
      {user.email_confirmed === 0 && user.email && (
        <Switch checked={form.isConfirmed} onChange={(event) => form.setConfirmed(event.target.checked)}>
          <Trans>The email counts as confirmed</Trans>
        </Switch>
      )}
      <div className="grid grid-cols-2 gap-3">
        <Field label={<Trans>Membership</Trans>}>
          <Select
            value={form.membership ?? ''}
            onChange={(event) => form.setMembership(membershipOf(event.target.value))}
          >
            <option value="">{t`None`}</option>
            <option value="premium">Premium</option>
            <option value="vip">VIP</option>
            <option value="super_vip">Super VIP</option>
          </Select>
        </Field>
        <Field label={<Trans>Linked accounts, at most</Trans>}>
          <Select value={form.linked} onChange={(event) => form.setLinked(Number(event.target.value))}>
            {LINKED.map((count) => (
              <option key={count} value={count}>
                {count}
              </option>
            ))}
          </Select>
        </Field>
      </div>
    </>
  );
}

/** Roles of an account, and what it may do. */
export function RolesDialog({ user, onSaved, onClose }: UserDialogProps) {
  const form = useRolesForm(user);
  const isBoss = useMember()?.user.isSuperAdmin === true;
  const { isBusy, failure, locked, save } = useDeskSave(async () => {
    await deskApi.changeDeskUser({ params: { id: String(user.id) }, body: form.changes });
    onSaved();
    onClose();
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void save();
  };
  if (locked) return locked;
  return (
    <Dialog title={<Trans>Roles of {user.username}</Trans>} onClose={onClose}>
      <form className="grid gap-4" onSubmit={submit}>
        <p className="text-ink-2">
          <Trans>Changing roles logs the account out everywhere.</Trans>
        </p>
        <Roles form={form} mayAudit={isBoss} />
        {isBoss && !user.isSuperAdmin && (
          <Switch checked={form.isAdmin} onChange={(event) => form.setAdmin(event.target.checked)}>
            <Trans>Site admin</Trans>
          </Switch>
        )}
        <Allowances form={form} user={user} />
        {failure !== undefined && <Notice tone="bad" title={failure} />}
        <Button type="submit" kind="key" size="large" busy={isBusy}>
          <Trans>Save</Trans>
        </Button>
      </form>
    </Dialog>
  );
}
