import type { MediaFact, PreviewClaim } from '@klieg/contract/media';
import { HOUR_MS } from '@klieg/kernel/time';
import type { TellFact } from './facts.ts';
import { joinSpans, lengthOf, type MediaSpan, ROUNDING_MS } from './media-spans.ts';

/**
 * Counts what previews have been given, in delivered media and not in time that passes: a stall costs
 * nothing, and media that is sent again, or by two ways at once, counts once (rule S401).
 */
export interface PreviewMeter {
  /** True when nothing more may be sent for it. */
  isOver(preview: PreviewClaim): boolean;
  /** Accounts for media about to be sent. False: it exceeds the rest, must not be sent, and the preview is over. */
  take(preview: PreviewClaim, span: MediaSpan): boolean;
  /** Another process has delivered for the same preview. */
  hear(fact: Extract<MediaFact, { kind: 'preview' }>): void;
}

export interface PreviewMeterOptions {
  readonly tell: TellFact;
  /** Monotonic milliseconds. */
  readonly now: () => number;
}

interface Meter {
  /** Delivered here, in order and separate. */
  spans: readonly MediaSpan[];
  /** Deliveries reported by other nodes. */
  readonly elsewhereMs: Map<string, number>;
  isOver: boolean;
  toldMs: number;
  touchedMs: number;
}

/** The site renews the tokens of a preview for minutes at most; then nobody can ask for it any more. */
const KEPT_MS = HOUR_MS;
const METERS_MAX = 100_000;
const TELL_EACH_MS = 1_000;

export function makePreviewMeter({ tell, now }: PreviewMeterOptions): PreviewMeter {
  const meters = new Map<string, Meter>();

  const prune = (): void => {
    // Each touch puts a meter at the end, so the old ones come first.
    for (const [grantId, { touchedMs }] of meters) {
      if (now() - touchedMs <= KEPT_MS && meters.size <= METERS_MAX) break;
      meters.delete(grantId);
    }
  };

  const touch = (grantId: string): Meter => {
    const meter = meters.get(grantId) ?? {
      spans: [],
      elsewhereMs: new Map(),
      isOver: false,
      toldMs: 0,
      touchedMs: 0,
    };
    meter.touchedMs = now();
    meters.delete(grantId);
    meters.set(grantId, meter);
    prune();
    return meter;
  };

  const totalMs = (meter: Meter, spans: readonly MediaSpan[]): number =>
    [...meter.elsewhereMs.values()].reduce((sum, ms) => sum + ms, lengthOf(spans));

  const tellOf = (grantId: string, meter: Meter): void => {
    const deliveredMs = Math.round(lengthOf(meter.spans));
    if (!meter.isOver && deliveredMs - meter.toldMs < TELL_EACH_MS) return;
    meter.toldMs = deliveredMs;
    tell({ kind: 'preview', grantId, deliveredMs, isOver: meter.isOver });
  };

  return {
    isOver: ({ grantId }) => meters.get(grantId)?.isOver === true,
    take({ grantId, seconds }, span) {
      const meter = touch(grantId);
      if (meter.isOver) return false;
      const spans = joinSpans(meter.spans, span);
      const leftMs = seconds * 1000 - totalMs(meter, spans);
      const isGiven = leftMs >= -ROUNDING_MS;
      if (isGiven) meter.spans = spans;
      meter.isOver = leftMs < ROUNDING_MS;
      tellOf(grantId, meter);
      return isGiven;
    },
    hear({ node, grantId, deliveredMs, isOver }) {
      // The bus could say anything.
      if (typeof grantId !== 'string' || !(deliveredMs >= 0)) return;
      const meter = touch(grantId);
      meter.elsewhereMs.set(node, Math.max(meter.elsewhereMs.get(node) ?? 0, deliveredMs));
      meter.isOver ||= isOver === true;
    },
  };
}
