/** The mark of the product: a lamp and its beam. */
export function LogoMark() {
  return (
    <svg viewBox="0 0 28 28" aria-hidden="true">
      <rect width="28" height="28" rx="4" fill="#0b0b0c" />
      <path d="M4 4h6v20H4z" fill="#f6f4ef" />
      <path d="M12 14 24 4v7.2L18.4 14l5.6 2.8V24z" style={{ fill: 'var(--brand-key)' }} />
    </svg>
  );
}
