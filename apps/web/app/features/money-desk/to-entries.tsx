import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useMember } from '../../shared/me/me-store.ts';

/** Only admins may see entries; for an auditor a figure is no link. */
export function ToEntries({ to, children }: { readonly to: string; readonly children: ReactNode }) {
  const user = useMember()?.user;
  if (!user?.isAdmin && !user?.isSuperAdmin) return <span>{children}</span>;
  return (
    <Link className="desk-figure" to={to}>
      {children}
    </Link>
  );
}
