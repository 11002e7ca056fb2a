import { Picture } from '@klieg/ui';
import { useState } from 'react';

/** The still of a camera; nothing until there is one. */
export function Still({ url }: { readonly url: string }) {
  const [failed, setFailed] = useState<string>();
  return (
    <div className="house-still">
      {url !== '' && url !== failed && <Picture src={url} sizes="240px" onFail={() => setFailed(url)} />}
    </div>
  );
}
