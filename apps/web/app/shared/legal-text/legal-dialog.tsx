import { Dialog, ErrorBox } from '@klieg/ui';
import { Trans } from '@lingui/react/macro';
import { lateApi } from '../api/late-client.ts';
import { useLoaded } from '../use-loaded.ts';
import { LegalText } from './legal-text.tsx';

/** Texts read over the page, so that a form under them keeps its input. */
export type DialogText = 'terms' | 'privacy';

export interface LegalDialogProps {
  readonly slug: DialogText;
  readonly onClose: () => void;
}

const TITLES = {
  terms: <Trans>Terms of use</Trans>,
  privacy: <Trans>Privacy policy</Trans>,
};

/** The terms or the privacy policy over the page. */
export default function LegalDialog({ slug, onClose }: LegalDialogProps) {
  const { state, reload } = useLoaded(slug, (signal) => lateApi.getContent({ params: { slug }, signal }));
  return (
    <Dialog title={TITLES[slug]} width={720} onClose={onClose}>
      {state.kind === 'loading' && (
        <div className="grid gap-3" aria-busy="true">
          {[1, 2, 3, 4, 5, 6].map((line) => (
            <span key={line} className="skeleton h-6" />
          ))}
        </div>
      )}
      {state.kind === 'failed' && (
        <ErrorBox title={<Trans>The text did not load</Trans>} onRetry={reload}>
          <Trans>The connection may have been interrupted.</Trans>
        </ErrorBox>
      )}
      {state.kind === 'ready' && (
        <>
          <p className="small text-ink-3">
            <Trans>Version {state.value.version}</Trans>
          </p>
          <LegalText html={state.value.body_html} />
        </>
      )}
    </Dialog>
  );
}
