import { lazy, type ReactNode, Suspense } from 'react';
import { withTexts } from '../../shared/language/with-texts.ts';
import { useMember } from '../../shared/me/me-store.ts';

const SuspendedPage = lazy(withTexts(() => import('./suspended-page.tsx')));

/** Pages that a suspended account still sees: help, law, complaints, own data. */
const OPEN_PAGES = [
  '/support',
  '/legal',
  '/faq',
  '/complaints',
  '/account/complaints',
  '/account/settings/profile',
];

/** True for a page that stays open to a suspended account. */
export const isOpenToSuspended = (pathname: string): boolean =>
  OPEN_PAGES.some((page) => pathname === page || pathname.startsWith(`${page}/`));

export interface SuspensionGateProps {
  readonly pathname: string;
  readonly children: ReactNode;
}

/** Puts the suspension page in the place of every page of a suspended account (IDENTITY-008). */
export function SuspensionGate({ pathname, children }: SuspensionGateProps) {
  const current = useMember();
  if (!current?.user.suspension_date || isOpenToSuspended(pathname)) return children;
  return (
    <Suspense>
      <SuspendedPage suspendedAt={current.user.suspension_date} />
    </Suspense>
  );
}
