import { api } from '../../shared/api/client.ts';
import { lateApi } from '../../shared/api/late-client.ts';
import { useSiteConfig } from '../../shared/site.ts';
import { useLoaded } from '../../shared/use-loaded.ts';
import { PhoneSection } from '../phones/index.ts';
import { PasskeysSection, SecondStepSection } from '../second-factor/index.ts';
import { EmailSection } from './email-section.tsx';
import { PasswordSection } from './password-section.tsx';
import { SessionsSection } from './sessions-section.tsx';

/** Password, second step, passkeys, address, phone number and log-ins of the account. */
export function SecuritySettings() {
  const hasTexts = useSiteConfig()?.switches.sms ?? false;
  const sessions = useLoaded('sessions', (signal) => api.listSessions({ signal }));
  const factors = useLoaded('two-factor', (signal) => lateApi.getTwoFactor({ signal }));
  return (
    <>
      <PasswordSection onChanged={sessions.reload} />
      <SecondStepSection loaded={factors} onChanged={sessions.reload} />
      <PasskeysSection loaded={factors} onChanged={sessions.reload} />
      <EmailSection />
      {hasTexts && <PhoneSection />}
      <SessionsSection loaded={sessions} />
    </>
  );
}
