import { makeCodec } from '@klieg/codec';
import { type Payload, templateList } from '@klieg/contract';
import type { Benchmark } from './benchmark.ts';

const line: Payload<'v3.chat.message'> = {
  message: 'hello everyone, nice to see you all tonight',
  username: 'alice_in_chains',
  gender: 'f',
  is_model: false,
  is_vip: true,
  is_super_vip: false,
  has_tokens: true,
  has_purchase: true,
  is_guest: false,
  recentTips: 125,
  recent_purchases: 1,
  user_language: 'en',
  id: '019ac1f0-5a0b-7c3d-8a11-0b1c2d3e4f50',
  at: 1_763_634_846_123,
  mode: 'public',
  type: 'text',
  is_moderator: false,
  display_name: 'Alice',
};
const ROUNDS = 200_000;

/** CPU nanoseconds of one call, the median of five runs. */
function cpuNs(run: () => unknown): number {
  for (let i = 0; i < ROUNDS / 4; i++) run();
  const times = Array.from({ length: 5 }, () => {
    const before = process.cpuUsage();
    for (let i = 0; i < ROUNDS; i++) run();
    const used = process.cpuUsage(before);
    return ((used.user + used.system) * 1_000) / ROUNDS;
  });
  return times.toSorted((a, b) => a - b)[2]!;
}

/** A chat line as bit mask against the same line as a JSON object with an event name. */
export const benchmarks: readonly Benchmark[] = [
  {
    name: 'codec',
    goal: 1.5,
    run() {
      const codec = makeCodec(templateList);
      const object = { event: 'v3.chat.message', payload: line };
      const masked = codec.encode('v3.chat.message', line, 'masked');
      const plain = JSON.stringify(object);
      const encodeNs = cpuNs(() => codec.encode('v3.chat.message', line, 'masked'));
      const decodeNs = cpuNs(() => codec.decode(masked));
      const objectEncodeNs = cpuNs(() => JSON.stringify(object));
      const objectDecodeNs = cpuNs(() => JSON.parse(plain));
      return Promise.resolve({
        figures: {
          bytes: masked.length,
          encodeNs: Math.round(encodeNs),
          decodeAndCheckNs: Math.round(decodeNs),
        },
        reference: {
          source: 'JSON.stringify and JSON.parse of {event, payload}, unchecked, same run',
          objectBytes: plain.length,
          objectEncodeNs: Math.round(objectEncodeNs),
          objectDecodeNs: Math.round(objectDecodeNs),
        },
        // Bytes on the wire: what every viewer pays for; times stand beside it.
        ratio: plain.length / masked.length,
      });
    },
  },
];
