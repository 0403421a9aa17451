import type { MessageTemplateView } from '@balcao/contract/message-templates'
import type { ConnectionId, MessageTemplateId, TicketId } from '@balcao/domain/ids'
import {
  hasEmptyTemplateSlot,
  isTemplateSendable,
  noTemplateValues,
  type TemplateValues,
  templatePartsOf,
} from '@balcao/domain/message-templates'
import { MessageSquareText, Send } from 'lucide-react'
import { useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { initialTemplateValues } from '../../lib/first-template-values'
import {
  acceptedTypesOfTemplateHeader,
  problemOfTemplateHeaderFile,
  templateFileHeaderOf,
} from '../../lib/header-file'
import { useMessageTemplates } from '../../lib/lists/message-templates'
import { useNow } from '../../lib/timers'
import { Button } from '../../ui/button'
import { AppDialog } from '../../ui/dialog'
import { type ChosenFile, FileField, useChosenFilePreview } from '../../ui/file-field'
import { EmptyState, ErrorState, SkeletonRows } from '../../ui/states'
import { TemplateFields } from '../../ui/template-fields'
import { useSendTemplate } from './api/message-templates'

interface TemplatePickerProps {
  readonly ticketId: TicketId
  readonly connectionId: ConnectionId
  readonly provider: string
  readonly contactName: string
  readonly onClose: () => void
}

export function TemplatePicker(props: TemplatePickerProps) {
  const { ticketId, connectionId, provider, contactName, onClose } = props
  const { t } = useTranslation('messageTemplates')
  const { data, error, isPending, refetch } = useMessageTemplates(connectionId)
  const send = useSendTemplate(ticketId)
  const formId = useId()
  const clientIds = useRef(new Map<MessageTemplateId, string>())
  const [chosen, setChosen] = useState<MessageTemplateView | null>(null)
  const [values, setValues] = useState<TemplateValues>(noTemplateValues)
  const [file, setFile] = useState<ChosenFile>('none')
  const [asksForAll, setAsking] = useState(false)
  // A ref blocks a second click that comes before the next render; state would change too late.
  const isSending = useRef(false)
  const shownFile = useChosenFilePreview(file, null)
  const now = useNow(30_000)
  const sendable = (data?.templates ?? []).filter((one) =>
    isTemplateSendable(one, templatePartsOf(one.components)),
  )
  const parts = chosen === null ? null : templatePartsOf(chosen.components)
  const header = templateFileHeaderOf(parts, provider)
  const isMissing =
    parts === null || hasEmptyTemplateSlot(parts, values) || (header !== null && !(file instanceof File))

  /** The same id for every retry: the server then sends once, even after an attempt whose answer was lost. */
  function clientIdOf(id: MessageTemplateId): string {
    const clientId = clientIds.current.get(id) ?? crypto.randomUUID()
    clientIds.current.set(id, clientId)
    return clientId
  }

  function choose(template: MessageTemplateView | null): void {
    setChosen(template)
    setValues(template === null ? noTemplateValues : initialTemplateValues(template, contactName))
    setFile('none')
    setAsking(false)
  }

  async function submit(): Promise<void> {
    setAsking(true)
    if (isMissing || chosen === null || isSending.current) return
    isSending.current = true
    try {
      const sent = header !== null && file instanceof File ? file : null
      await send.mutateAsync({ templateId: chosen.id, values, file: sent, clientId: clientIdOf(chosen.id) })
      onClose()
    } catch {
      // The mutation has already shown the error.
    } finally {
      isSending.current = false
    }
  }

  return (
    <AppDialog
      title={t('pickerTitle')}
      onClose={onClose}
      width={560}
      actions={
        <>
          <Button onClick={onClose}>{t('common:cancel')}</Button>
          <Button type="submit" form={formId} kind="primary" icon={Send} disabled={send.isPending}>
            {t('send')}
          </Button>
        </>
      }
    >
      {isPending ? (
        <SkeletonRows rows={3} />
      ) : data === undefined ? (
        <ErrorState title={t('common:listFailed')} error={error} onRetry={() => void refetch()} />
      ) : sendable.length === 0 ? (
        <EmptyState icon={MessageSquareText} title={t('noneSendable')} text={t('noneSendableText')} />
      ) : (
        <form
          id={formId}
          noValidate
          onSubmit={(event) => {
            event.preventDefault()
            void submit()
          }}
        >
          <TemplateFields
            templates={sendable}
            chosen={chosen}
            values={values}
            onChoose={choose}
            onValues={setValues}
            error={asksForAll && chosen === null ? t('chooseOne') : undefined}
            asksForAll={asksForAll}
            file={shownFile}
            now={now}
            autoFocus
          />
          {header !== null && (
            <FileField
              key={chosen?.id} // The new key resets the error of a refused file when the template changes.
              words={{
                label: t('headerFile'),
                help: t('headerFileHelp'),
                choose: t('chooseSample'),
                remove: t('removeSample'),
                uploading: t('uploading'),
              }}
              chosen={file}
              stored={null}
              accept={acceptedTypesOfTemplateHeader(header)}
              problemOf={(picked) => problemOfTemplateHeaderFile(picked, header)}
              error={
                asksForAll && !(file instanceof File) ? t('errors:ERR_TEMPLATE_SEND_file-missing') : undefined
              }
              uploaded={undefined}
              onChange={(next) => setFile(next === 'kept' ? 'none' : next)}
            />
          )}
        </form>
      )}
    </AppDialog>
  )
}
