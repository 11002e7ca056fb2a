import { type ReactNode, useEffect, useRef } from 'react';

/** The own picture, mirrored and without sound, with its true state written on it. */
export function OwnPicture(props: {
  readonly stream: MediaStream | undefined;
  readonly label: string;
  readonly children?: ReactNode;
}) {
  const { stream, label, children } = props;
  const video = useRef<HTMLVideoElement>(null);
  useEffect(() => {
    if (video.current) video.current.srcObject = stream ?? null;
  }, [stream]);
  return (
    <div className="own-picture">
      <video ref={video} autoPlay muted playsInline aria-label={label} />
      {children}
    </div>
  );
}
