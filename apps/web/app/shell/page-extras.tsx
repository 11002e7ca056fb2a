import { watchToasts } from '@klieg/ui';
import { lazy, Suspense, useEffect } from 'react';
import { usePaymentNews, usePaymentReturn } from '../features/billing/use-payment-news.ts';
import { api } from '../shared/api/client.ts';
import { useMe } from '../shared/me/me-store.ts';
import { useIsInteractive } from '../shared/use-client-value.ts';
import { ConnectionNotice } from './connection-notice.tsx';
import { ModalHost } from './modal-host.tsx';

const ToastHost = lazy(() => import('./toast-host.tsx'));
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

/** What every page has besides its content: modals, toasts, the connection notice. */
export function PageExtras() {
  const isInteractive = useIsInteractive();
  useToastLog();
  usePaymentNews();
  usePaymentReturn();
  return (
    <>
      <ModalHost />
      <ConnectionNotice />
      {isInteractive && (
        <Suspense>
          <ToastHost />
        </Suspense>
      )}
    </>
  );
}
