import type { TicketId } from '@balcao/domain/ids'
import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { showToast } from '../../../ui/toasts'
import { offerUndo } from '../../../ui/undo'
import {
  type DraftAttachment,
  draftOf,
  type MessageDraft,
  restoreAttachments,
  storeDraft,
  toDraftAttachments,
  useDraftOf,
} from '../drafts'
import { uploadProblemOf, uploadProblemText } from '../outgoing'

export function useEditableDraft(ticketId: TicketId) {
  const { t } = useTranslation('messages')
  const draft = useDraftOf(ticketId)

  const change = useCallback(
    (part: Partial<MessageDraft>) => storeDraft(ticketId, { ...draftOf(ticketId), ...part }),
    [ticketId],
  )

  /** Attaches files. A file above the size limit of its kind is refused at once, with a toast. */
  const attach = useCallback(
    (files: readonly File[]): void => {
      const taken = files.filter((file) => {
        const problem = uploadProblemOf(file)
        if (problem !== undefined) showToast('error', uploadProblemText(file, problem, t))
        return problem === undefined
      })
      if (taken.length > 0)
        change({ attachments: [...draftOf(ticketId).attachments, ...toDraftAttachments(taken)] })
    },
    [t, ticketId, change],
  )

  /** Removes attached files, and offers an undo that restores their order. */
  const detach = useCallback(
    (files: readonly DraftAttachment[]): void => {
      const before = draftOf(ticketId).attachments
      change({ attachments: before.filter((one) => !files.includes(one)) })
      const [first] = files
      if (first === undefined) return
      const place = before.indexOf(first)
      offerUndo(t('filesRemoved', { count: files.length, name: first.file.name }), () =>
        restoreAttachments(ticketId, place, files),
      )
    },
    [t, ticketId, change],
  )

  return { draft, change, attach, detach }
}
