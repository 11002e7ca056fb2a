import {
  Avatar,
  Button,
  ContentImage,
  Icon,
  IconButton,
  Menu,
  MenuItem,
  TokenAmount,
  Tooltip,
} from '@klieg/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import { EmoticonWords } from '../../shared/emoticons/emoticon-words.tsx';
import { pictureSize, timeOf } from './talk-layout.ts';
import type { PendingMessage, TalkMessage } from './talk-state.ts';
import { SENDING_FAILED, WRITE_REFUSALS } from './write-refusal.ts';

/** Who wrote a message, as the page draws them. */
export interface Writer {
  readonly name: string;
  readonly avatarUrl: string | null;
  readonly isMine: boolean;
}

function Picture({
  url,
  name,
  onOpen,
}: {
  readonly url: string;
  readonly name: string;
  readonly onOpen: () => void;
}) {
  const { t } = useLingui();
  const size = pictureSize(url);
  return (
    <button type="button" className="talk-picture" aria-label={t`Open the picture`} onClick={onOpen}>
      <ContentImage src={url} alt={t`Picture from ${name}`} lazy {...size} />
    </button>
  );
}

export interface MessageRowProps {
  readonly message: TalkMessage;
  readonly writer: Writer;
  /** Begins a group of messages of one person: picture, name and time are above. */
  readonly isFirst: boolean;
  readonly onOpenPicture: (url: string) => void;
  readonly onDelete: () => void;
  readonly onReport: () => void;
}

/** One message with its actions. */
export function MessageRow({ message, writer, isFirst, onOpenPicture, onDelete, onReport }: MessageRowProps) {
  const { t, i18n } = useLingui();
  const { isMine, name } = writer;
  return (
    <div className="talk-message" data-mine={isMine} data-first={isFirst}>
      {isFirst ? <Avatar src={writer.avatarUrl} name={name} /> : <span />}
      <div className="min-w-0">
        {isFirst && (
          <div className="talk-writer">
            <b>{isMine ? <Trans>You</Trans> : name}</b>
            <time className="small figure text-ink-3" dateTime={new Date(message.at).toISOString()}>
              {timeOf(message.at, i18n.locale)}
            </time>
          </div>
        )}
        {message.tipTokens !== null ? (
          <div className="message-tip message-tip-3 talk-tip">
            <TokenAmount amountTokens={message.tipTokens} />
            <span>{message.text}</span>
          </div>
        ) : (
          <>
            {message.imageUrl && (
              <Picture url={message.imageUrl} name={name} onOpen={() => onOpenPicture(message.imageUrl!)} />
            )}
            {message.text && (
              <p className="talk-text">
                <EmoticonWords text={message.text} />
              </p>
            )}
          </>
        )}
      </div>
      <Menu
        trigger={
          <IconButton small className="talk-more" icon="dots-three-bold" label={t`More about this message`} />
        }
      >
        <MenuItem icon="trash" danger onSelect={onDelete}>
          <Trans>Delete</Trans>
        </MenuItem>
        {!isMine && (
          <MenuItem icon="flag" onSelect={onReport}>
            <Trans>Report</Trans>
          </MenuItem>
        )}
      </Menu>
    </div>
  );
}

/** An own message on its way, or refused: then with the reason and both ways out. */
export function PendingRow({
  line,
  onRetry,
  onDrop,
}: {
  readonly line: PendingMessage;
  readonly onRetry: () => void;
  readonly onDrop: () => void;
}) {
  const { t } = useLingui();
  const sentence = line.error?.code === undefined ? undefined : WRITE_REFUSALS[line.error.code];
  return (
    <div className="talk-message" data-mine="true" {...(line.error && { role: 'alert' })}>
      <Tooltip text={line.error ? t`Not sent` : t`On its way`}>
        <span className="talk-pending">
          <Icon name={line.error ? 'warning-circle-fill' : 'arrow-clockwise'} size={16} />
        </span>
      </Tooltip>
      <div className="min-w-0">
        {line.preview && <img className="talk-picture-waiting" src={line.preview} alt="" />}
        {line.text && (
          <p className="talk-text text-ink-2">
            <EmoticonWords text={line.text} />
          </p>
        )}
        {line.error && (
          <>
            <span className="message-failed small block">
              {sentence ? t(sentence) : (line.error.text ?? t(SENDING_FAILED))}
            </span>
            <Button kind="text" size="small" onClick={onRetry}>
              <Trans>Send again</Trans>
            </Button>
            <Button kind="text" size="small" onClick={onDrop}>
              <Trans>Discard</Trans>
            </Button>
          </>
        )}
      </div>
    </div>
  );
}
