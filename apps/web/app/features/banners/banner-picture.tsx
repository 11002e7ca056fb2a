import type { Banner } from '@klieg/contract';
import { Link } from 'react-router';

export interface BannerPictureProps {
  readonly banner: Banner;
  /** The picture is there, or will not come. */
  readonly onReady?: () => void;
}

/** A banner's picture with its link; an own page opens here. */
export function BannerPicture({ banner, onReady }: BannerPictureProps) {
  const picture = (
    <picture>
      {banner.image_mobile_url !== null && (
        <source media="(max-width: 720px)" srcSet={banner.image_mobile_url} />
      )}
      <img
        // A picture that the browser has already does not tell that it came.
        ref={(image) => void (image?.complete && onReady?.())}
        src={banner.image_url}
        alt={banner.alt}
        // It takes the place of the one that the server drew, without a moment of nothing.
        decoding="sync"
        onLoad={onReady}
        onError={onReady}
      />
    </picture>
  );
  return banner.url.startsWith('/') ? (
    <Link className="banner-link" to={banner.url}>
      {picture}
    </Link>
  ) : (
    <a className="banner-link" href={banner.url} target="_blank" rel="noopener noreferrer sponsored">
      {picture}
    </a>
  );
}
