import { makeWhepSink, type WhepSink } from '../../apps/media/src/testing/whep-sink.ts';

/*
 * Many cheap receivers by WebRTC in one process. A message `{offer}` is answered with the offer of a new
 * one, `{answer}` with its candidates, `{ask}` with the bytes since the last.
 */

type Message = { offer: number } | { answer: number; sdp: string } | { ask: true };

const sinks = new Map<number, WhepSink>();
let bytes = 0;

async function offer(id: number): Promise<void> {
  const sink = makeWhepSink({
    onBytes(count) {
      bytes += count;
    },
    onConnected: () => process.send?.({ connected: id }),
  });
  sinks.set(id, sink);
  process.send?.({ offer: id, sdp: await sink.offer });
}

process.on('message', (message: Message) => {
  if ('offer' in message) void offer(message.offer);
  else if ('answer' in message) {
    const list = sinks.get(message.answer)?.connect(message.sdp) ?? [];
    process.send?.({ candidates: message.answer, list });
  } else {
    process.send?.({ bytes });
    bytes = 0;
  }
});
process.on('disconnect', () => process.exit(0));
