import { watchToasts, whenToastWaits } from '@klieg/ui';
import { useLingui } from '@lingui/react/macro';
import { lazy, Suspense, useEffect, useState } from 'react';
import { usePaymentNews, usePaymentReturn } from '../features/billing/use-payment-news.ts';
import { api } from '../shared/api/client.ts';
import { useMe } from '../shared/me/me-store.ts';
import { ConnectionNotice } from './connection-notice.tsx';
import { ModalHost } from './modal-host.tsx';

const Toaster = lazy(() => import('./toaster.ts'));
// Guests have no conversations and do not fetch their code.
const MessageNews = lazy(() => import('./message-news.ts'));

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** Toasts of a logged-in person are logged (TRACKING-LOGGING-011). */
function useToastLog(): void {
  const isMember = useMe().kind === 'member';
  useEffect(() => {
    if (!isMember) return undefined;
    return watchToasts(({ appearance = 'info', content, title }) => {
      void api
        .logToast({
          body: {
            appearance,
            content: textOf(content).slice(0, 500),
            title: textOf(title).slice(0, 200),
            url: location.pathname.slice(0, 500),
          },
        })
        .catch(() => undefined);
    });
  }, [isMember]);
}

/** The toaster's code comes with the first toast, which waits for it. */
function Toasts({ label }: { readonly label: string }) {
  const [isWanted, setIsWanted] = useState(false);
  useEffect(() => whenToastWaits(() => setIsWanted(true)), []);
  return (
    isWanted && (
      <Suspense>
        <Toaster label={label} />
      </Suspense>
    )
  );
}

/** Modals, toasts, the connection notice, news of payments; nothing of it is in the HTML. */
export default function LateExtras() {
  const { t } = useLingui();
  useToastLog();
  usePaymentNews();
  usePaymentReturn();
  const isMember = useMe().kind === 'member';
  return (
    <>
      <ModalHost />
      <ConnectionNotice />
      <Toasts label={t`Notices`} />
      {isMember && (
        <Suspense>
          <MessageNews />
        </Suspense>
      )}
    </>
  );
}
