import { Trans } from '@lingui/react/macro';

export const AboutTitle = () => <Trans>About</Trans>;
