import { Button, cssValue, Dialog, Notice } from '@klieg/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import {
  type KeyboardEvent,
  type PointerEvent,
  type ReactNode,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react';
import { type Crop, fitCrop, NO_CROP, ZOOM_MAX } from './crop-rules.ts';
import { drawCrop, fileOfCrop } from './draw-crop.ts';
import './profile.css';

const SIDE = 280;
/** Pixels by which an arrow key moves the picture. */
const STEP = 8;
const MOVES: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-STEP, 0],
  ArrowRight: [STEP, 0],
  ArrowUp: [0, -STEP],
  ArrowDown: [0, STEP],
};

interface FrameProps {
  readonly picture: ImageBitmap;
  readonly crop: Crop;
  readonly onChange: (crop: Crop) => void;
}

interface Finger {
  readonly x: number;
  readonly y: number;
}

const apart = ([one, other]: readonly Finger[]): number =>
  one && other ? Math.hypot(one.x - other.x, one.y - other.y) : 0;

/** Moves by one finger or the mouse, grows and shrinks by two. */
function useFingers({ crop, onChange }: FrameProps) {
  const fingers = useRef(new Map<number, Finger>());
  const put = (event: PointerEvent) => {
    fingers.current.set(event.pointerId, { x: event.clientX, y: event.clientY });
  };
  return {
    onPointerDown(event: PointerEvent) {
      event.currentTarget.setPointerCapture(event.pointerId);
      put(event);
    },
    onPointerMove(event: PointerEvent) {
      const before = fingers.current.get(event.pointerId);
      if (!before) return;
      const wasApart = apart([...fingers.current.values()]);
      put(event);
      if (fingers.current.size > 1) {
        const zoom = wasApart > 0 ? (crop.zoom * apart([...fingers.current.values()])) / wasApart : crop.zoom;
        onChange({ ...crop, zoom });
      } else
        onChange({ ...crop, x: crop.x + event.clientX - before.x, y: crop.y + event.clientY - before.y });
    },
    onPointerUp: (event: PointerEvent) => void fingers.current.delete(event.pointerId),
    onPointerCancel: (event: PointerEvent) => void fingers.current.delete(event.pointerId),
  };
}

/** The square that is kept; the picture is moved in it by hand or by arrow keys. */
function Frame(props: FrameProps) {
  const { picture, crop, onChange } = props;
  const { t } = useLingui();
  const canvas = useRef<HTMLCanvasElement>(null);
  const fingers = useFingers(props);
  useEffect(() => {
    if (canvas.current) drawCrop(canvas.current, picture, crop, SIDE);
  }, [picture, crop]);
  const move = (event: KeyboardEvent) => {
    const by = MOVES[event.key];
    if (!by) return;
    event.preventDefault();
    onChange({ ...crop, x: crop.x + by[0], y: crop.y + by[1] });
  };
  return (
    <button
      type="button"
      className="crop-frame"
      aria-label={t`Part of the picture that is shown. Arrow keys move it.`}
      onKeyDown={move}
      {...fingers}
    >
      <canvas ref={canvas} width={SIDE * 2} height={SIDE * 2} />
      <span className="crop-ring" />
    </button>
  );
}

export interface AvatarDialogProps {
  readonly picture: ImageBitmap;
  readonly title: ReactNode;
  /** Sends the part that is kept; answers why it was not taken. */
  readonly onSend: (file: File) => Promise<string | undefined>;
  readonly onClose: () => void;
}

/** Which part of a picture is shown, and which way up, before it is sent. */
export function AvatarDialog({ picture, title, onSend, onClose }: AvatarDialogProps) {
  const { t } = useLingui();
  const zoomId = useId();
  const [crop, setCrop] = useState<Crop>(NO_CROP);
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  const change = (next: Crop) => setCrop(fitCrop(picture, next, SIDE));
  const send = async () => {
    if (isBusy) return;
    setBusy(true);
    setFailure(undefined);
    const failed = await fileOfCrop(picture, crop, SIDE).then(onSend, () => t`An error occurred`);
    setBusy(false);
    if (failed === undefined) onClose();
    else setFailure(failed);
  };
  const percent = Math.round(((crop.zoom - 1) / (ZOOM_MAX - 1)) * 100);
  return (
    <Dialog
      title={title}
      onClose={onClose}
      foot={
        <>
          <Button onClick={onClose}>
            <Trans>Cancel</Trans>
          </Button>
          <Button kind="key" busy={isBusy} onClick={() => void send()}>
            <Trans>Use this picture</Trans>
          </Button>
        </>
      }
    >
      <div className="crop">
        <Frame picture={picture} crop={crop} onChange={change} />
        <div className="flex flex-wrap justify-center gap-2">
          <Button kind="line" onClick={() => change({ ...crop, quarters: crop.quarters - 1, x: 0, y: 0 })}>
            <Trans>Turn left</Trans>
          </Button>
          <Button kind="line" onClick={() => change({ ...crop, quarters: crop.quarters + 1, x: 0, y: 0 })}>
            <Trans>Turn right</Trans>
          </Button>
        </div>
        <div className="field w-full">
          <label className="field-label" htmlFor={zoomId}>
            <Trans>Size</Trans>
          </label>
          <input
            id={zoomId}
            type="range"
            className="slider"
            min={0}
            max={100}
            value={percent}
            style={cssValue(`${percent}%`)}
            onChange={(event) =>
              change({ ...crop, zoom: 1 + (Number(event.target.value) / 100) * (ZOOM_MAX - 1) })
            }
          />
        </div>
        <p className="small text-ink-2">
          <Trans>Drag the picture, or move it with the arrow keys.</Trans>
        </p>
        {failure !== undefined && <Notice tone="bad" title={failure} />}
      </div>
    </Dialog>
  );
}
