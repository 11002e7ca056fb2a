import { callsByFeature } from '@klieg/contract';
import { AppError } from '@klieg/kernel';
import type { Handlers } from '../../platform/http/index.ts';
import type { SiteCaller } from '../sessions/index.ts';

type Calls = Handlers<(typeof callsByFeature)['media-library'], SiteCaller>;

/** The calls of the media library: declared, and not answered yet. */
export function serveMediaLibrary() {
  const refuse = () => {
    throw new AppError('common.not_yet');
  };
  const handlers = Object.fromEntries(
    Object.keys(callsByFeature['media-library']).map((name) => [name, refuse]),
  ) as unknown as Calls;
  return { handlers };
}
