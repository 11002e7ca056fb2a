import { watchToasts } from '@klieg/ui';
import { useEffect } from 'react';
import { api } from '../../shared/api/client.ts';

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** Toasts of a logged-in person are logged (TRACKING-LOGGING-011). */
export function useToastLog(): void {
  useEffect(
    () =>
      watchToasts(({ appearance = 'info', content, title }) => {
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
      }),
    [],
  );
}
