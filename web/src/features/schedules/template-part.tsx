import type { ConnectionId, ContactId } from '@balcao/domain/ids'
import { hasFileHeader } from '@balcao/domain/message-templates'
import { fillVariables } from '@balcao/domain/message-variables'
import { Clock } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useCompanyClock } from '../../lib/company-clock'
import type { ContactChoice } from '../../lib/lists/contact-choices'
import { useUser } from '../../lib/session'
import { ErrorState, SkeletonRows } from '../../ui/states'
import { TemplateFields } from '../../ui/template-fields'
import { useContactOfSchedule } from './api/calendar'
import { useScheduleReplyWindow } from './api/schedules'
import styles from './schedules.module.css'
import type { useScheduleTemplateChoice } from './use-template-choice'

interface TemplatePartProps {
  readonly choice: ReturnType<typeof useScheduleTemplateChoice>
  readonly contact: ContactChoice | null
  /** The time of sending in ISO 8601 with its time zone; empty while none is chosen. */
  readonly sendAt: string
  readonly file: { readonly name: string; readonly picture: string | null } | null
}

export function ScheduleTemplateFields({ choice, contact, sendAt, file }: TemplatePartProps) {
  const { t } = useTranslation('schedules')
  const { timeZone } = useCompanyClock()
  const { language } = useUser().company
  const { list, sendable, chosen, parts, values, asksForAll } = choice
  const { data: whole } = useContactOfSchedule(contact?.id ?? null)
  const moment = Date.parse(sendAt)
  const now = Number.isNaN(moment) ? Date.now() : moment
  const facts = { name: contact?.name ?? '', number: contact?.number ?? '', email: whole?.email ?? '' }
  const shown = (value: string) =>
    contact === null ? value : fillVariables(value, { ...facts, now: new Date(now), timeZone, language })

  if (list.isPending) return <SkeletonRows rows={2} />
  if (list.data === undefined)
    return (
      <ErrorState title={t('common:listFailed')} error={list.error} onRetry={() => void list.refetch()} />
    )
  const hasNone = sendable.length === 0
  const isMissing = asksForAll && chosen === null
  const missing = t(hasNone ? 'noTemplates' : 'chooseTemplate')
  return (
    <>
      {hasNone && (
        <p className={styles.note}>
          <b>{t('noTemplates')}</b> {t('noTemplatesText')}
        </p>
      )}
      <TemplateFields
        templates={sendable}
        chosen={chosen}
        values={values}
        onChoose={choice.choose}
        onValues={choice.setValues}
        shown={shown}
        help={t('templateHelp', { firstName: '{{firstName}}', name: '{{name}}', date: '{{date}}' })}
        error={choice.isLost ? t('templateLost') : isMissing ? missing : undefined}
        asksForAll={asksForAll}
        file={parts !== null && hasFileHeader(parts) ? file : null}
        now={now}
      />
    </>
  )
}

interface WindowLineProps {
  readonly contactId: ContactId
  readonly connection: { readonly id: ConnectionId; readonly name: string }
  readonly contactName: string
  /** The time of sending in ISO 8601 with its time zone; empty while none is chosen. */
  readonly sendAt: string
}

/** Shows in advance whether a free text can still be delivered at the chosen time. */
export function ScheduleReplyWindowHint({ contactId, connection, contactName, sendAt }: WindowLineProps) {
  const { t } = useTranslation('schedules')
  const clock = useCompanyClock()
  const { data } = useScheduleReplyWindow(contactId, connection.id)
  // Shows no hint for a connection without a reply window, or before the window is loaded.
  if (data?.isLimited !== true) return null
  const { closesAt } = data
  const state = stateOf(closesAt, sendAt)
  return (
    <p className={styles.window} data-open={state === 'open'} role="status">
      <Clock size={14} strokeWidth={1.75} aria-hidden />
      <span>
        {t(`window.${state}`, {
          moment: closesAt === null ? '' : clock.shown(closesAt),
          connection: connection.name,
          name: contactName,
        })}
      </span>
    </p>
  )
}

function stateOf(closesAt: string | null, sendAt: string): 'never' | 'closed' | 'open' | 'closesBefore' {
  if (closesAt === null) return 'never'
  const closes = Date.parse(closesAt)
  if (closes <= Date.now()) return 'closed'
  return sendAt === '' || closes >= Date.parse(sendAt) ? 'open' : 'closesBefore'
}
