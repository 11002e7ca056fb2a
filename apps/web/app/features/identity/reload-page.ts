/** Reloads the page as another person, without the dialog that led there. */
export function reloadPage(): void {
  const url = new URL(location.href);
  url.searchParams.delete('modal');
  if (url.href === location.href) location.reload();
  else location.replace(url);
}
