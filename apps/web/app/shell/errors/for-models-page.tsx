import { Button, buttonClass, showToast } from '@klieg/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import { Link } from 'react-router';
import { explainError } from '../../shared/errors/explain-error.ts';
import { logOut } from '../layout/log-out.ts';
import { Stage, StagePage } from './stage-page.tsx';

/** A page of models, opened by a member who watches. An account stays what it is; models have one of their own. */
export function ForModelsPage({ isFramed }: { readonly isFramed: boolean }) {
  const { i18n } = useLingui();
  const Frame = isFramed ? Stage : StagePage;
  const joinAnew = () => {
    logOut('/register?type=model').catch((error: unknown) =>
      showToast({ content: explainError(error, i18n), appearance: 'error' }),
    );
  };
  return (
    <Frame
      light="lit"
      badge={
        <span className="pill">
          <Trans>For models</Trans>
        </span>
      }
      title={<Trans>This page is for models</Trans>}
    >
      <p className="lead">
        <Trans>
          Your account is for watching. To broadcast, join as a model with another username and email address;
          we check your age and documents before you go live.
        </Trans>
      </p>
      <div className="flex flex-wrap gap-2">
        <Link className={buttonClass({ kind: 'key', size: 'large' })} to="/">
          <Trans>Home</Trans>
        </Link>
        <Button kind="line" size="large" onClick={joinAnew}>
          <Trans>Log out and join as a model</Trans>
        </Button>
      </div>
    </Frame>
  );
}
