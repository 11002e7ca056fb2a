import { msg } from '@lingui/core/macro';
import { data } from 'react-router';
import { SecuritySettings } from '../features/credentials/security-settings.tsx';
import { DataSettings } from '../features/data-rights/index.ts';
import { EmailKinds } from '../features/email-subscription/email-kinds.tsx';
import { WaitingNotice } from '../features/profile/waiting-notice.tsx';
import { ProfileSettings } from '../features/profile/profile-settings.tsx';
import { LinkedSettings } from '../features/linked-accounts/index.ts';
import { OauthLogins } from '../features/oauth/index.ts';
import { SettingsPage } from '../features/settings/settings-page.tsx';
import { settingsTab } from '../features/settings/settings-tabs.ts';
import { servicesContext } from '../services.ts';
import { useMember } from '../shared/me/me-store.ts';
import { pageTitle } from '../shared/language/page-title.ts';
import { AccountRail } from '../shell/frames/account-rail.tsx';
import { type PageHandle, usePanel } from '../shell/layout/page-handle.ts';
import type { Route } from './+types/account-settings.ts';
import { requireLogin } from './require-login.ts';

export { shouldRevalidate } from '../shared/revalidate.ts';

export const handle: PageHandle = { hasPanel: true };

/** Only for logged-in people; the page itself reads personal data. */
export async function loader({ params, request, context }: Route.LoaderArgs) {
  const tab = settingsTab(params.tab);
  if (!tab) throw data({ message: 'Page not found' }, { status: 404 });
  const current = await requireLogin(request, context.get(servicesContext));
  return { tab, isModel: current.user.type === 'model', title: await pageTitle(request, msg`Settings`) };
}

/** Not indexed. */
export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: loaderData?.title ?? '' },
  { name: 'robots', content: 'noindex' },
];

/** A suspended account can only open its own data. */
function ProfileTab() {
  const isSuspended = Boolean(useMember()?.user.suspension_date);
  return (
    <>
      {!isSuspended && <WaitingNotice />}
      {!isSuspended && <ProfileSettings />}
      <DataSettings />
    </>
  );
}

/** `/account/settings` and `/account/settings/{tab}` */
export default function AccountSettings({ loaderData }: Route.ComponentProps) {
  const { isPanelOpen } = usePanel();
  return (
    <div className="shell">
      <AccountRail isOpen={isPanelOpen} />
      <SettingsPage
        tab={loaderData.tab}
        isModel={loaderData.isModel}
        security={<SecuritySettings />}
        profile={<ProfileTab />}
        email={<EmailKinds />}
        linked={
          <>
            <LinkedSettings />
            <OauthLogins />
          </>
        }
      />
    </div>
  );
}
