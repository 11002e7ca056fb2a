import { LogoMark } from '@klieg/ui';
import { useLingui } from '@lingui/react/macro';
import { Link } from 'react-router';
import { useSiteConfig } from '../../shared/site.ts';

/** Logo and name of the site, leading home; white-label sites show their own. */
export function BrandLink({ alwaysNamed = false }: { readonly alwaysNamed?: boolean }) {
  const { t } = useLingui();
  const config = useSiteConfig();
  const name = config?.site.display_name ?? 'Klieg';
  const { logo_width: width, logo_height: height } = config?.site.custom ?? {};
  return (
    <Link className="logo" to="/" aria-label={t`${name} home`}>
      {config?.customLogo ? (
        <img
          src={config.customLogo}
          alt=""
          width={width ?? 132}
          height={height ?? 28}
          className="max-h-7 w-auto"
        />
      ) : (
        <>
          <LogoMark />
          <span className={alwaysNamed ? undefined : 'max-tablet:hidden'}>{name}</span>
        </>
      )}
    </Link>
  );
}
