import { showToast } from '@klieg/ui';
import { useLingui } from '@lingui/react/macro';
import { useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { readLocal, writeLocal } from '#app/shared/local-store.ts';
import { announcementNews } from '#app/shared/session/announcement-news.ts';

/** Id of the newest announcement that this browser has told. */
const TOLD = 'announcement';
const idOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

/** Tells a member of the newest announcement, once in each browser (SHELL-013). */
export function useAnnouncement(): void {
  const { t } = useLingui();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  useEffect(() => {
    const { newest } = announcementNews;
    if (!newest) return;
    // Told once for a page, too, where the browser keeps nothing.
    announcementNews.newest = null;
    if (readLocal(TOLD, idOf) === newest.id) return;
    writeLocal(TOLD, newest.id);
    if (pathname === newest.url) return;
    showToast({
      title: t`News from our team`,
      content: newest.title,
      customIcon: 'megaphone',
      onClick: () => void navigate(newest.url),
    });
  }, [navigate, pathname, t]);
}
