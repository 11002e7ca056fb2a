/**
 * Pages without a banner: home, games, contests, fans, porn, one's own account and desk, registration, where staff
 * works, and where somebody reads the law, complains or asks for help.
 */
const WITHOUT =
  /^\/(?:$|verify|(?:games|contests|announcements|fans|porn|account|inbox|model-desk|email|admin|mod|legal|complaints|support|login|register|models\/signup|free-register\/connect)(?:\/|$))/u;

/** Whether a page at this address keeps a place for a banner (SHELL-018, SHELL-019, SHELL-020). */
export const hasBannerPlace = (pathname: string): boolean => !WITHOUT.test(pathname);
