import { TIP_TOKENS_MAX } from '@klieg/contract/features/tipping/limits';
import { Dialog, Field, Input, Segments, TokenGlyph } from '@klieg/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { changeSwiper, type SwiperState, useSwiper } from '#app/shared/me/swiper-state.ts';
import { HiddenList } from '../hidden/hidden-list.tsx';

const amountOf = (text: string): number | undefined => {
  const amount = /^\d{1,6}$/u.test(text.trim()) ? Number(text) : 0;
  return amount >= 1 && amount <= TIP_TOKENS_MAX ? amount : undefined;
};

/** What one press in the feed tips; kept as soon as it is a sum that can be tipped. */
function TipAmount() {
  const { tip_amount: kept } = useSwiper();
  const [text, setText] = useState(String(kept));
  const isWrong = amountOf(text) === undefined;
  const change = (next: string) => {
    setText(next);
    const amount = amountOf(next);
    if (amount !== undefined) changeSwiper({ tip_amount: amount });
  };
  return (
    <Field
      label={<Trans>Tokens per press on Tip</Trans>}
      {...(isWrong && { error: <Trans>Whole tokens, from 1 to 100,000.</Trans> })}
    >
      <Input
        className="figure"
        inputMode="numeric"
        maxLength={6}
        value={text}
        prefix={
          <span className="tokens">
            <TokenGlyph />
          </span>
        }
        onChange={(event) => change(event.target.value)}
      />
    </Field>
  );
}

/** What this browser keeps of the feed: the amount of a tip, the picture, the way it comes, and whom it hides. */
export default function SwiperSettingsModal({ onClose }: { readonly onClose: () => void }) {
  const { t } = useLingui();
  const { video_quality: quality, stream_type: type } = useSwiper();
  return (
    <Dialog title={<Trans>Feed settings</Trans>} onClose={onClose}>
      <TipAmount />
      <div className="grid gap-1">
        <span className="label">
          <Trans>Picture</Trans>
        </span>
        <Segments<SwiperState['video_quality']>
          full
          label={t`Picture`}
          value={quality}
          onChange={(next) => changeSwiper({ video_quality: next })}
          options={[
            { value: 'hd', text: <Trans>HD, if your connection allows</Trans> },
            { value: 'sd', text: <Trans>SD, saves data</Trans> },
          ]}
        />
      </div>
      <div className="grid gap-1">
        <span className="label">
          <Trans>Connection</Trans>
        </span>
        <Segments<SwiperState['stream_type']>
          full
          label={t`Connection`}
          value={type}
          onChange={(next) => changeSwiper({ stream_type: next })}
          options={[
            { value: 'hls', text: <Trans>HLS, steadier</Trans> },
            { value: 'webrtc', text: <Trans>WebRTC, less delay</Trans> },
          ]}
        />
      </div>
      <h3>
        <Trans>Hidden performers</Trans>
      </h3>
      <HiddenList />
    </Dialog>
  );
}
