import { useEffect, useState } from 'react';

const EVERY_MS = 100;
/** How fast the peak falls, in dB per step. */
const PEAK_FALL_DB = 0.8;
const SILENCE_DB = -60;

/** Level of samples between -1 and 1 in dBFS, at least -60. */
export function levelDb(samples: Float32Array): number {
  let sum = 0;
  for (const sample of samples) sum += sample * sample;
  const rms = Math.sqrt(sum / Math.max(1, samples.length));
  return rms === 0 ? SILENCE_DB : Math.max(SILENCE_DB, 20 * Math.log10(rms));
}

/** The sound level of a stream and its recent peak, ten times a second. */
export function useLevel(stream: MediaStream | undefined): {
  readonly levelDb: number;
  readonly peakDb: number;
} {
  const [level, setLevel] = useState({ levelDb: SILENCE_DB, peakDb: SILENCE_DB });
  useEffect(() => {
    if (!stream || stream.getAudioTracks().length === 0) return undefined;
    const audio = new AudioContext();
    const analyser = audio.createAnalyser();
    analyser.fftSize = 2_048;
    audio.createMediaStreamSource(stream).connect(analyser);
    const samples = new Float32Array(analyser.fftSize);
    const timer = setInterval(() => {
      analyser.getFloatTimeDomainData(samples);
      const now = levelDb(samples);
      setLevel(({ peakDb }) => ({ levelDb: now, peakDb: Math.max(now, peakDb - PEAK_FALL_DB) }));
    }, EVERY_MS);
    return () => {
      clearInterval(timer);
      void audio.close();
    };
  }, [stream]);
  return level;
}
