import type { Room } from '@klieg/contract';
import { Field, Input, Notice, TokenAmount } from '@klieg/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useState } from 'react';
import { DEFAULT_LIMITS } from '../features/broadcast/capture-limits.ts';
import { HealthModule } from '../features/broadcast/health-module.tsx';
import { Preview } from '../features/broadcast/preview.tsx';
import { RecordingModule } from '../features/broadcast/recording-module.tsx';
import { type SendingBy, SourcePanel } from '../features/broadcast/source-panel.tsx';
import { StudioCounters } from '../features/broadcast/studio-counters.tsx';
import { StudioHeader } from '../features/broadcast/studio-header.tsx';
import { onAirOf } from '../features/broadcast/on-air.ts';
import { useBroadcastFacts, useStreamerSettings } from '../features/broadcast/use-broadcast-facts.ts';
import { useBroadcast } from '../features/broadcast/use-broadcast.ts';
import { useCanSend } from '../features/broadcast/use-can-send.ts';
import { useCapture } from '../features/broadcast/use-capture.ts';
import { api } from '../shared/api/client.ts';
import { codeOf, explainError } from '../shared/errors/explain-error.ts';
import { balanceOf, useMember } from '../shared/me/me-store.ts';
import { BrandLink } from './brand-link.tsx';
import { StudioChat } from './studio-chat.tsx';

const SUBJECT_MAX = 250;

/** The own room, for its chat; undefined until it is read. */
function useOwnRoom(): Room | undefined {
  const username = useMember()?.user.username;
  const [room, setRoom] = useState<Room>();
  useEffect(() => {
    if (!username) return undefined;
    const stop = new AbortController();
    api.getRoom({ params: { username }, signal: stop.signal }).then(setRoom, () => undefined);
    return () => stop.abort();
  }, [username]);
  return room;
}

/** The studio: sources left, the program in the middle, chat right. */
export function StudioFrame() {
  const { i18n } = useLingui();
  const current = useMember();
  const room = useOwnRoom();
  const [sendingBy, setSendingBy] = useState<SendingBy>('webrtc');
  const settings = useStreamerSettings(sendingBy === 'obs');
  const limits = settings?.webrtc ?? DEFAULT_LIMITS;
  const capture = useCapture(limits);
  const broadcast = useBroadcast();
  const { facts, series } = useBroadcastFacts(broadcast.state.kind);
  const [isMirrored, setMirrored] = useState(true);
  const [isMuted, setMuted] = useState(false);
  const [subject, setSubject] = useState<string>();
  const shownSubject = subject ?? room?.chat.subjectText ?? '';
  const stream = capture.capture.kind === 'ready' ? capture.capture.stream : undefined;
  const { state, replace } = broadcast;

  useEffect(() => {
    for (const track of stream?.getAudioTracks() ?? []) track.enabled = !isMuted;
    if (stream) replace(stream);
  }, [stream, isMuted, replace]);

  const isElsewhere = state.kind === 'off' && facts?.live === true;
  const since =
    state.kind === 'on' ? state.since : isElsewhere && facts.since ? Date.parse(facts.since) : undefined;
  const onAir = onAirOf(state, isElsewhere);
  const canSend = useCanSend();
  const panic = () => {
    for (const track of stream?.getTracks() ?? []) track.enabled = false;
    void broadcast.stop('panic');
  };
  const isWaitingForEncoder = sendingBy === 'obs' && facts?.status === 'connected';
  const start = () =>
    sendingBy === 'obs'
      ? void broadcast.startEncoder(shownSubject.trim())
      : stream &&
        void broadcast.start({ stream, subject: shownSubject.trim(), maxKbps: limits.bitrate_kbps_max });
  const saveSubject = () => {
    if (subject === undefined || !room) return;
    void api
      .setSubject({ params: { username: room.user.username }, body: { subject: subject.trim() } })
      .catch(() => undefined);
  };
  return (
    <>
      <StudioHeader
        brand={<BrandLink />}
        balance={
          current && (
            <span className="flex items-center gap-3 max-tablet:hidden">
              <span className="label">
                <Trans>Balance</Trans>
              </span>
              <TokenAmount amountTokens={balanceOf(current)} strong />
            </span>
          )
        }
        onAir={onAir}
        isOpen={state.kind === 'on' || isElsewhere}
        since={since}
        isBusy={state.kind === 'starting' || state.kind === 'stopping'}
        canStart={sendingBy === 'obs' ? !isWaitingForEncoder : stream !== undefined && canSend}
        onStart={start}
        onStop={() => void broadcast.stop()}
        onPanic={panic}
        standby={
          settings?.standby_allowed && settings.standby_enabled
            ? {
                isOn: facts?.status === 'standby',
                onChange: (isOn) =>
                  void api
                    .setBroadcastMode({ body: { mode: isOn ? 'standby' : 'online' } })
                    .catch(() => undefined),
              }
            : undefined
        }
      />
      <main id="main" className="studio rack">
        <SourcePanel
          control={capture}
          settings={settings}
          sendingBy={sendingBy}
          onSendingBy={setSendingBy}
          isMirrored={isMirrored}
          onMirrored={setMirrored}
          isMuted={isMuted}
          onMuted={setMuted}
        >
          <HealthModule
            publish={state.kind === 'on' ? state.publish : undefined}
            facts={facts}
            series={series}
            warnings={settings?.warnings.length ? settings.warnings : (facts?.warnings ?? [])}
          />
        </SourcePanel>
        <div className="rack studio-program">
          <h1 className="visually-hidden">
            <Trans>Studio</Trans>
          </h1>
          <Preview capture={capture.capture} isMirrored={isMirrored} onAir={onAir} onRetry={capture.retry} />
          <StudioCounters
            viewers={facts?.viewers ?? 0}
            earnedTokens={facts?.earned_tokens ?? 0}
            since={since}
          />
          <div className="grid content-start">
            {state.kind === 'failed' && (
              <div className="p-4 pb-0">
                <Notice tone="bad" title={<Trans>You are not live</Trans>}>
                  {codeOf(state.error) === 'broadcast.already_live' ? (
                    <Trans>Another window or program is sending already. End it there first.</Trans>
                  ) : (
                    explainError(state.error, i18n)
                  )}
                </Notice>
              </div>
            )}
            {!canSend && sendingBy === 'webrtc' && (
              <div className="p-4 pb-0">
                <Notice tone="bad" title={<Trans>This browser cannot send your picture yet</Trans>}>
                  <Trans>
                    It has no H.264 encoder. Firefox gets one some minutes after its first start; else use
                    another browser, or OBS.
                  </Trans>
                </Notice>
              </div>
            )}
            {isWaitingForEncoder && (
              <div className="p-4 pb-0">
                <Notice title={<Trans>Your room is open and waits for the encoder</Trans>}>
                  <Trans>Press Start Streaming there. The room goes live with the first picture.</Trans>
                </Notice>
              </div>
            )}
            {isElsewhere && sendingBy === 'webrtc' && (
              <div className="p-4 pb-0">
                <Notice title={<Trans>You are live from another window or program</Trans>}>
                  <Trans>End stream stops it there as well.</Trans>
                </Notice>
              </div>
            )}
            <section className="module">
              <Field
                label={<Trans>Subject</Trans>}
                hint={<Trans>Stands under your picture, on cards and in search.</Trans>}
              >
                <Input
                  value={shownSubject}
                  maxLength={SUBJECT_MAX}
                  onChange={(event) => setSubject(event.target.value)}
                  onBlur={saveSubject}
                />
              </Field>
            </section>
            <RecordingModule isOnAir={onAir === 'live'} />
          </div>
        </div>
        <aside className="studio-chat">
          {room ? <StudioChat room={room} /> : <div className="skeleton m-4 h-40" />}
        </aside>
      </main>
    </>
  );
}
