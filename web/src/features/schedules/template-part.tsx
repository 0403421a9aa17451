import { hasFileHeader } from '@balcao/domain/message-templates'
import { fillVariables } from '@balcao/domain/message-variables'
import { useTranslation } from 'react-i18next'
import { useCompanyClock } from '../../lib/company-clock'
import type { ContactChoice } from '../../lib/lists/contact-choices'
import { useUser } from '../../lib/session'
import { ErrorState, SkeletonRows } from '../../ui/states'
import { TemplateFields } from '../../ui/template-fields'
import { useContactOfSchedule } from './api/calendar'
import styles from './schedules.module.css'
import type { useScheduleTemplateChoice } from './use-template-choice'

interface TemplatePartProps {
  readonly choice: ReturnType<typeof useScheduleTemplateChoice>
  readonly contact: ContactChoice | null
  /** The time of sending in wire format; empty while none is chosen. */
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
