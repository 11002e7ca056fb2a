import { api } from '../../shared/api/client.ts';
import { useLoaded } from '../../shared/use-loaded.ts';
import { EmailSection } from './email-section.tsx';
import { PasswordSection } from './password-section.tsx';
import { SessionsSection } from './sessions-section.tsx';

/** Password, address and log-ins of the account. */
export function SecuritySettings() {
  const sessions = useLoaded('sessions', (signal) => api.listSessions({ signal }));
  return (
    <>
      <PasswordSection onChanged={sessions.reload} />
      <EmailSection />
      <SessionsSection loaded={sessions} />
    </>
  );
}
