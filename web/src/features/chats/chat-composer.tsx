import type { ChatView } from '@balcao/contract/chats'
import { limits } from '@balcao/domain/limits'
import { Paperclip, SendHorizontal, X } from 'lucide-react'
import { type ChangeEvent, useEffect, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { mentionedUserIds } from '../../lib/mentions'
import { useUser } from '../../lib/session'
import { IconButton } from '../../ui/icon-button'
import { MessageField } from '../../ui/message-field'
import around from '../../ui/message-field.module.css'
import { MentionSuggestionList } from '../../ui/name-panel'
import { useIsPhone } from '../../ui/use-media'
import { useMentionSuggestions } from '../../ui/use-naming'
import styles from './chats.module.css'
import type { OutgoingChatMessage } from './outbox'

interface ChatComposerProps {
  readonly chat: ChatView
  readonly onSend: (outgoing: Omit<OutgoingChatMessage, 'state' | 'progress' | 'onSent'>) => void
}

export function ChatComposer({ chat, onSend }: ChatComposerProps) {
  const { t } = useTranslation('chats')
  const { id: me } = useUser()
  const isPhone = useIsPhone()
  const field = useRef<HTMLTextAreaElement>(null)
  const [text, setText] = useState('')
  const [files, setFiles] = useState<readonly File[]>([])
  const others = chat.users.map(({ user }) => user).filter(({ id }) => id !== me)
  const naming = useMentionSuggestions({ field, text, members: others, onText: setText })
  useEffect(() => {
    if (!isPhone) field.current?.focus()
  }, [isPhone])

  if (others.length === 0) return <p className={styles.alone}>{t('alone')}</p>

  /** Sends the text with the first file; each further file is a message of its own. */
  function send(): void {
    if (text.trim() === '' && files.length === 0) return
    const contents = files.length === 0 ? [null] : files
    for (const [at, file] of contents.entries()) {
      const message = at === 0 ? text.trim() : ''
      const mentions = mentionedUserIds(message, others)
      onSend({ clientId: crypto.randomUUID(), chatId: chat.id, message, mentions, file })
    }
    setText('')
    setFiles([])
    field.current?.focus()
  }

  return (
    <div className={styles.composer}>
      <div className={`${around.box} ${styles.box}`}>
        <MentionSuggestionList naming={naming} />
        {files.length > 0 && (
          <FileStrip files={files} onRemove={(at) => setFiles(files.filter((_, place) => place !== at))} />
        )}
        <div className={around.line}>
          <AttachButton onFiles={(added) => setFiles([...files, ...added])} />
          <MessageField
            ref={field}
            value={text}
            maxLength={limits.chat.message}
            label={t('write')}
            onChange={(next) => {
              setText(next)
              naming.look()
            }}
            onSend={send}
            onFiles={(pasted) => setFiles([...files, ...pasted])}
            onSelect={naming.look}
            choices={naming}
          />
          <button
            type="button"
            className={around.send}
            aria-label={t('send')}
            disabled={text.trim() === '' && files.length === 0}
            onClick={send}
          >
            <SendHorizontal size={20} strokeWidth={1.75} aria-hidden />
          </button>
        </div>
      </div>
    </div>
  )
}

function AttachButton({ onFiles }: { onFiles: (files: readonly File[]) => void }) {
  const { t } = useTranslation('chats')
  const input = useRef<HTMLInputElement>(null)
  const id = useId()
  function take({ target }: ChangeEvent<HTMLInputElement>): void {
    onFiles([...(target.files ?? [])])
    target.value = '' // Resets the input, so that the same file can be chosen again.
  }
  return (
    <>
      <input ref={input} id={id} type="file" multiple hidden aria-label={t('attach')} onChange={take} />
      <IconButton label={t('attach')} onClick={() => input.current?.click()}>
        <Paperclip size={20} strokeWidth={1.75} aria-hidden />
      </IconButton>
    </>
  )
}

function FileStrip({ files, onRemove }: { files: readonly File[]; onRemove: (at: number) => void }) {
  const { t } = useTranslation('chats')
  return (
    <ul className={styles.strip} aria-label={t('attached')}>
      {files.map((file, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the same file may be listed twice, and their order is fixed
        <li key={at}>
          <span>{file.name}</span>
          <IconButton label={t('removeFile', { name: file.name })} onClick={() => onRemove(at)}>
            <X size={16} strokeWidth={2} aria-hidden />
          </IconButton>
        </li>
      ))}
    </ul>
  )
}
