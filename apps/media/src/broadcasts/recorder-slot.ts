import type { Fragment, FragmentSink, StreamInit } from '../packaging/units.ts';

/**
 * Where a recorder joins the source. The running group of pictures is kept, so that a recording begins
 * with it instead of waiting for the next keyframe, which an encoder sends when it likes.
 */
export interface RecorderSlot extends FragmentSink {
  /** Begins a recording, or ends it with undefined. @returns false when it waits for a keyframe */
  attach(sink: FragmentSink | undefined): boolean;
  /** Earlier media belongs to another name of the stream: a recording must not begin with it. */
  forgetGroup(): void;
}

/** A group that grows beyond this is not kept; a recording then waits for the next keyframe. */
const GROUP_BYTES_MAX = 16 * 1024 * 1024;

export function makeRecorderSlot(): RecorderSlot {
  let init: StreamInit | undefined;
  let group: { readonly fragment: Fragment; readonly nowMs: number }[] = [];
  let groupBytes = 0;
  let recorder: { readonly sink: FragmentSink; isStarted: boolean } | undefined;

  const forgetGroup = (): void => {
    group = [];
    groupBytes = 0;
  };

  const keep = (fragment: Fragment, nowMs: number): void => {
    if (fragment.isKey) forgetGroup();
    else if (group.length === 0) return;
    group.push({ fragment, nowMs });
    groupBytes += fragment.data.length;
    if (groupBytes > GROUP_BYTES_MAX) forgetGroup();
  };

  const start = (): void => {
    if (!recorder || recorder.isStarted || !init) return;
    recorder.isStarted = true;
    recorder.sink.setInit(init);
  };

  return {
    setInit(next) {
      init = next;
      forgetGroup();
      if (recorder?.isStarted) recorder.sink.setInit(next);
    },
    append(fragment, nowMs) {
      keep(fragment, nowMs);
      if (fragment.isKey) start();
      if (recorder?.isStarted) recorder.sink.append(fragment, nowMs);
    },
    attach(sink) {
      recorder = sink && { sink, isStarted: false };
      if (!sink || group.length === 0) return sink === undefined;
      start();
      // Each with the time at which it came.
      for (const { fragment, nowMs } of group) sink.append(fragment, nowMs);
      return true;
    },
    forgetGroup,
  };
}
