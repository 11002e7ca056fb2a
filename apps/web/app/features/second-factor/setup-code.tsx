import { useLingui } from '@lingui/react/macro';
import { encode } from 'uqr';
import './second-factor.css';

/** One path for all dark squares of a code. */
const pathOf = (rows: readonly (readonly boolean[])[]): string =>
  rows.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : []))).join('');

/** An address as a picture that cameras read; drawn here, so that no other server learns the secret. */
export default function SetupCode({ text }: { readonly text: string }) {
  const { t } = useLingui();
  const { size, data } = encode(text, { ecc: 'M', border: 0 });
  return (
    <svg
      className="setup-code"
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label={t`Picture for your authenticator app`}
      shapeRendering="crispEdges"
    >
      <path d={pathOf(data)} fill="currentColor" />
    </svg>
  );
}
