import type { ChatView } from '@balcao/contract/chats'
import { limits } from '@balcao/domain/limits'
import { CircleAlert } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useUser } from '../../lib/session'
import { MultiSelectField } from '../../ui/choice-field'
import { FormDialog } from '../../ui/form-dialog'
import { TextField } from '../../ui/text-field'
import { useDelayedSubmit } from '../../ui/use-submit'
import { type ChatFormValues, useColleagues, useSaveChat } from './api/chats'
import styles from './chats.module.css'

interface ChatDialogProps {
  /** The chat to edit; `null` creates a new one. */
  readonly chat: ChatView | null
  readonly onSaved: (chat: ChatView) => void
  readonly onClose: () => void
}

type Alert = 'titleRequired' | 'usersRequired'

export function ChatDialog({ chat, onSaved, onClose }: ChatDialogProps) {
  const { t } = useTranslation('chats')
  const { id: me } = useUser()
  const { colleagues } = useColleagues()
  const [before] = useState<ChatFormValues>(() => ({
    title: chat?.title ?? '',
    users: (chat?.users ?? []).map(({ userId }) => userId).filter((userId) => userId !== me),
  }))
  const [form, setForm] = useState(before)
  const [alert, setAlert] = useState<Alert | null>(null)
  const save = useSaveChat(chat?.id ?? null)
  const { submit, isWaiting } = useDelayedSubmit(async () => {
    onSaved(await save.mutateAsync({ ...form, title: form.title.trim() }))
    onClose()
  })
  const change = (part: Partial<ChatFormValues>) => {
    setForm({ ...form, ...part })
    setAlert(null)
  }
  const isDirty = form.title !== before.title || form.users.join() !== before.users.join()
  return (
    <FormDialog
      title={t(chat === null ? 'new' : 'edit')}
      isWaiting={isWaiting}
      isDirty={isDirty}
      onClose={onClose}
      onSubmit={(event) => {
        event.preventDefault()
        const missing = missingIn(form)
        setAlert(missing)
        if (missing === null) void submit(undefined)
      }}
    >
      {alert !== null && (
        <p role="alert" className={styles.alert}>
          <CircleAlert size={16} strokeWidth={2} aria-hidden /> {t(alert)}
        </p>
      )}
      <TextField
        label={t('form.title')}
        value={form.title}
        autoFocus
        maxLength={limits.chat.title}
        onChange={(event) => change({ title: event.target.value })}
      />
      <MultiSelectField
        label={t('form.users')}
        none={t('form.none')}
        help={t('form.usersHelp')}
        choices={colleagues.map(({ id, name }) => ({ value: id, name }))}
        value={form.users}
        onChange={(users) => change({ users })}
      />
    </FormDialog>
  )
}

function missingIn({ title, users }: ChatFormValues): Alert | null {
  if (title.trim() === '') return 'titleRequired'
  return users.length === 0 ? 'usersRequired' : null
}
