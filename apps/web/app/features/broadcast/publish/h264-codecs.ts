interface CodecLike {
  readonly mimeType: string;
  readonly sdpFmtpLine?: string;
}

/**
 * Codecs in order of preference: H.264 constrained baseline in packetization mode 1, then other H.264 of that mode,
 * then repeats in a separate stream (RFC 4588). Empty without such an H.264.
 */
export function preferH264<Codec extends CodecLike>(codecs: readonly Codec[]): Codec[] {
  const isUsable = (codec: Codec): boolean =>
    codec.mimeType.toLowerCase() === 'video/h264' &&
    (codec.sdpFmtpLine ?? '').includes('packetization-mode=1');
  const usable = codecs.filter(isUsable);
  if (usable.length === 0) return [];
  const isConstrained = (codec: Codec): boolean => /profile-level-id=42e0/i.test(codec.sdpFmtpLine ?? '');
  const repeats = codecs.filter(({ mimeType }) => mimeType.toLowerCase() === 'video/rtx');
  return [...usable.filter(isConstrained), ...usable.filter((codec) => !isConstrained(codec)), ...repeats];
}

/** What this browser can send of what the server accepts; undefined if the browser does not say. */
export function sendableCodecs(): RTCRtpCodec[] | undefined {
  if (typeof RTCPeerConnection === 'undefined') return [];
  // Browsers of a few years ago have no such method.
  const tell = RTCRtpSender.getCapabilities as typeof RTCRtpSender.getCapabilities | undefined;
  const codecs = tell?.call(RTCRtpSender, 'video')?.codecs;
  return codecs && preferH264(codecs);
}
