import { buttonClass, Notice } from '@klieg/ui';
import { msg } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Link } from 'react-router';
import { servicesContext } from '../services.ts';
import { pageTitle } from '../shared/language/page-title.ts';
import { PageExtras } from '../shell/extras/page-extras.tsx';
import { StudioFrame } from '../shell/room/studio-frame.tsx';
import type { Route } from './+types/broadcast.ts';
import { requireModel } from './require-login.ts';

export { shouldRevalidate } from '../shared/revalidate.ts';

/** Only for models. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const { user } = await requireModel(request, context.get(servicesContext));
  return {
    isApproved: user.compliance_status === 'approved',
    title: await pageTitle(request, msg`Go live`),
  };
}

/** Not indexed. */
export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: loaderData?.title ?? '' },
  { name: 'robots', content: 'noindex' },
];

function NotApproved() {
  return (
    <main id="main" className="page-narrow grid gap-4">
      <h1>
        <Trans>Go live</Trans>
      </h1>
      <Notice tone="warn" title={<Trans>Your account is not approved yet</Trans>}>
        <Trans>
          Your application says what to do next, or that it is being reviewed. Once you are approved you go
          live here.
        </Trans>
      </Notice>
      <Link className={buttonClass({ kind: 'key' })} to="/models/signup">
        <Trans>To my application</Trans>
      </Link>
      <Link className={buttonClass({ kind: 'line' })} to="/">
        <Trans>Home</Trans>
      </Link>
    </main>
  );
}

/** `/broadcast` */
export default function Broadcast({ loaderData }: Route.ComponentProps) {
  return (
    <>
      {loaderData.isApproved ? <StudioFrame /> : <NotApproved />}
      <PageExtras />
    </>
  );
}
