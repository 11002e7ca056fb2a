import { showToast } from '@klieg/ui';
import { msg } from '@lingui/core/macro';
import { styleToSend } from '#app/shared/line-style/line-style.ts';
import { meStore } from '#app/shared/me/me-store.ts';
import type { EffectTools, RoomEffects } from '#app/shared/room-module/room-module.ts';
import { highlightEnd } from './chat-entry.ts';
import type { CHAT_READS, ChatState } from './chat-state.ts';
import { makeLineSender } from './send-line.ts';

const styleNow = () => {
  const me = meStore.get();
  return me.kind === 'member' ? styleToSend(me.current.settings) : undefined;
};

/** Sends the person's lines, ends highlights in their time, and leaves a room that has put the person out. */
export function chatEffects(
  tools: EffectTools<ChatState>,
): RoomEffects<ChatState, (typeof CHAT_READS)[number]> {
  const isPending = (id: string) =>
    tools.part().pending.some(({ clientId, error }) => clientId === id && !error);
  const sender = makeLineSender(tools, tools, isPending, styleNow);
  const leave = (why: string) => {
    showToast({ content: why, appearance: 'error' });
    tools.goTo('/');
  };
  return {
    on: (event, before, after) => {
      if (after.standing !== before.standing) tools.dispatch({ name: 'page.rights-changed', payload: {} });
      switch (event.name) {
        case 'page.say':
          return sender.send(event.payload.text, event.payload.clientId);
        case 'page.drop':
          return sender.drop(event.payload.clientId);
        case 'v3.ack': {
          const { status, client_id: id } = event.payload;
          const answered = before.pending.find(({ clientId }) => clientId === id);
          if (status === 1 && answered && /^\/setmode\b/iu.test(answered.text))
            showToast({ content: tools.text(msg`Who may write here has changed.`) });
          return undefined;
        }
        case 'v3.user.highlighted_message': {
          const { id, at } = event.payload;
          const until = highlightEnd(event.payload);
          return tools.after(until - at, {
            name: 'page.highlight-over',
            payload: { id: String(id), until },
          });
        }
        case 'v3.chat.banned':
          return leave(tools.text(msg`You have been banned from this room.`));
        case 'v3.chat.kicked':
          return leave(tools.text(msg`You have been kicked from this room.`));
        default:
          return undefined;
      }
    },
    stop: sender.stop,
  };
}
