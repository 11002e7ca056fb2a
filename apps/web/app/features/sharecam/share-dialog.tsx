import { Button, Dialog, Field, Notice, Select, Switch } from '@klieg/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useState } from 'react';
import type { SlotProps } from '../../shared/room-module/room-module.ts';
import { type OwnCamera, ownCamera, type RefusedCamera } from './own-camera.ts';
import { OwnPicture } from './own-picture.tsx';
import { askToShare } from './sharecam-calls.ts';
import type { SharecamPart } from './sharecam-part.ts';
import { tellRefusal } from './tell-refusal.ts';
import { useOwnCamera } from './use-own-camera.ts';
import './sharecam.css';

type Props = SlotProps<SharecamPart>;

const RefusedWords = ({ reason }: { readonly reason: RefusedCamera }) => (
  <>
    {reason === 'not-allowed' && <Trans>Allow the camera in the browser's address bar.</Trans>}
    {reason === 'not-found' && <Trans>Connect a camera.</Trans>}
    {reason === 'busy' && <Trans>Another program is using the camera.</Trans>}
    {reason === 'insecure' && <Trans>The browser allows a camera only on secure pages.</Trans>}
    {reason === 'unsupported' && <Trans>This browser cannot send video that the site accepts.</Trans>}
  </>
);

/** What would be sent, and that nothing is yet. */
function Preview({ camera }: { readonly camera: OwnCamera }) {
  const { t } = useLingui();
  const { capture } = camera;
  return (
    <OwnPicture stream={capture.kind === 'on' ? capture.stream : undefined} label={t`Your picture`}>
      {capture.kind === 'refused' ? (
        <div className="own-picture-words">
          <b>
            <Trans>No camera yet</Trans>
          </b>
          <RefusedWords reason={capture.reason} />
          <Button onClick={() => void ownCamera.open()}>
            <Trans>Try again</Trans>
          </Button>
        </div>
      ) : (
        <span className="pill own-picture-mark">
          {capture.kind === 'on' ? <Trans>Preview, not sent yet</Trans> : <Trans>Opening the camera</Trans>}
        </span>
      )}
    </OwnPicture>
  );
}

/** Which camera, with sound or without, blurred or not. */
function Choices({ camera, name, mayHear }: { camera: OwnCamera; name: string; mayHear: boolean }) {
  const { t } = useLingui();
  return (
    <div className="grid gap-3">
      <Field label={t`Camera`}>
        <Select
          value={camera.deviceId}
          disabled={camera.devices.length === 0}
          onChange={(event) => void ownCamera.chooseDevice(event.target.value)}
        >
          {camera.devices.length === 0 && <option value="">{t`None yet`}</option>}
          {camera.devices.map(({ id, name: device }, position) => (
            <option key={id} value={id}>
              {device || t`Camera ${position + 1}`}
            </option>
          ))}
        </Select>
      </Field>
      {mayHear && (
        <Switch
          checked={camera.hasSound}
          note={<Trans>Off until you turn it on. {name} is asked for both.</Trans>}
          onChange={(event) => void ownCamera.setSound(event.target.checked)}
        >
          <Trans>Sound</Trans>
        </Switch>
      )}
      <Switch
        checked={camera.isBlurred}
        note={<Trans>Shapes and colors only, before anything leaves this page.</Trans>}
        onChange={(event) => ownCamera.setBlurred(event.target.checked)}
      >
        <Trans>Blur my picture</Trans>
      </Switch>
    </div>
  );
}

/** The action of the press: the request, the private, or the picture at once. */
function useConsent({ part, room, tools }: Props) {
  const { i18n } = useLingui();
  const [isBusy, setBusy] = useState(false);
  const { username } = room.user;
  const close = () => tools.dispatch({ name: 'page.sharecam-dialog', payload: { wish: null } });
  const agree = async () => {
    if (isBusy) return;
    ownCamera.agree();
    if (part.own) return close();
    if (part.wish === 'private') return tools.dispatch({ name: 'page.sharecam-pledged', payload: {} });
    setBusy(true);
    try {
      const payload = await askToShare(username, ownCamera.get().hasSound);
      tools.dispatch({ name: 'page.sharecam-asked', payload });
    } catch (error) {
      tellRefusal(error, i18n);
      close();
    } finally {
      setBusy(false);
    }
  };
  return { isBusy, agree, close };
}

/** Own preview first, consent by the press, and refusing as big as agreeing (S601). */
export default function ShareDialog(props: Props) {
  const { part, room } = props;
  const camera = useOwnCamera();
  const { isBusy, agree, close } = useConsent(props);
  const { displayName: name } = room.user;
  useEffect(() => void ownCamera.open(), []);
  return (
    <Dialog
      title={<Trans>Share your camera with {name}</Trans>}
      width={480}
      onClose={close}
      foot={
        <div className="share-answers">
          <Button kind="line" size="large" onClick={close}>
            <Trans>Not this time</Trans>
          </Button>
          <Button
            kind="private"
            size="large"
            busy={isBusy}
            disabled={camera.capture.kind !== 'on'}
            onClick={() => void agree()}
          >
            {part.own || part.wish === 'private' ? (
              <Trans>Share my camera</Trans>
            ) : (
              <Trans>Ask to share</Trans>
            )}
          </Button>
        </div>
      }
    >
      <div className="grid gap-4">
        <Preview camera={camera} />
        <Choices camera={camera} name={name} mayHear={part.own?.hasSound ?? part.wish === 'camera'} />
        <Notice tone="info" title={<Trans>You can stop at any moment</Trans>}>
          {part.wish === 'private' && !part.own ? (
            <Trans>
              It is sent when {name} accepts the private, to nobody else, and never stored. One press on your
              own video stops it.
            </Trans>
          ) : (
            <Trans>
              Only {name} sees it, once they have agreed. It is never stored, and spies never see it. One
              press on your own video stops it.
            </Trans>
          )}
        </Notice>
      </div>
    </Dialog>
  );
}
