import type { MessageTemplateView } from '@balcao/contract/message-templates'
import { createMessageTemplate, refreshMessageTemplates } from '@balcao/contract/message-templates'
import type { ConnectionId } from '@balcao/domain/ids'
import { isTemplateEditable, templatePartsOf } from '@balcao/domain/message-templates'
import {
  CircleCheck,
  CircleDashed,
  CircleHelp,
  CirclePause,
  CircleX,
  MessageSquareText,
  Pencil,
  Plus,
  RefreshCw,
  SignalHigh,
  SignalLow,
  SignalMedium,
  Trash2,
} from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useParams } from 'react-router'
import { dateAndTime } from '../../lib/dates'
import { useConnections } from '../../lib/lists/connections'
import { useMessageTemplates } from '../../lib/lists/message-templates'
import { useMayCall } from '../../lib/session'
import { foldCaseAndAccents } from '../../lib/without-accents'
import { Button } from '../../ui/button'
import { ConfirmDialog } from '../../ui/confirm-dialog'
import { type Column, DataTable } from '../../ui/data-table'
import { isEmptyOrLoading } from '../../ui/has-none'
import { IconButton } from '../../ui/icon-button'
import { PageLayout } from '../../ui/page'
import { Pill, type PillTone } from '../../ui/pill'
import type { OpenRecordDialog } from '../../ui/record-dialogs'
import { SearchBox } from '../../ui/search-box'
import { EmptyState, ErrorState, SkeletonRows } from '../../ui/states'
import { showToast } from '../../ui/toasts'
import { useDeleteTemplate, useRefreshTemplates } from './api/message-templates'
import styles from './message-templates.module.css'
import { TemplateDialog } from './template-dialog'

/** How many rows show at first, and with each click on "more": an account may have 6,000 templates. */
const rowsAtOnce = 100

export default function MessageTemplatesPage() {
  const { t } = useTranslation('messageTemplates')
  // The cast is unchecked: the server refuses an id without a connection.
  const connectionId = Number(useParams().connectionId) as ConnectionId
  const { data: connections = [] } = useConnections()
  const { data, error, isPending, refetch } = useMessageTemplates(connectionId)
  const refresh = useRefreshTemplates(connectionId)
  const remove = useDeleteTemplate(connectionId)
  const mayRefresh = useMayCall(refreshMessageTemplates)
  // The permission to create templates also covers editing and deleting.
  const mayMake = useMayCall(createMessageTemplate)
  const [open, setOpen] = useState<OpenRecordDialog<MessageTemplateView>>({ dialog: 'none' })
  const [search, setSearch] = useState('')
  const [shown, setShown] = useState(rowsAtOnce)
  const close = () => setOpen({ dialog: 'none' })
  const connection = connections.find(({ id }) => id === connectionId)?.name ?? ''
  const found = (data?.templates ?? []).filter((template) => holds(template, search))
  const isEmpty = isEmptyOrLoading(data?.templates, isPending)
  const addButton = mayMake && (
    <Button kind="primary" icon={Plus} onClick={() => setOpen({ dialog: 'form', record: null })}>
      {t('new')}
    </Button>
  )
  const refreshButton = mayRefresh && (
    <Button icon={RefreshCw} disabled={refresh.isPending} onClick={() => refresh.mutate()}>
      {t(refresh.isPending ? 'refreshing' : 'refresh')}
    </Button>
  )
  const columns = useColumns()
  const actions: Column<MessageTemplateView> = {
    key: 'actions',
    title: t('common:actions'),
    width: '112px',
    align: 'right',
    onPhone: 'actions',
    cell: (template) => (
      <>
        {isTemplateEditable(template.status) && isMadeHere(template) && (
          <IconButton
            icon={Pencil}
            label={t('editOf', { name: template.name })}
            onClick={() => setOpen({ dialog: 'form', record: template })}
          />
        )}
        <IconButton
          icon={Trash2}
          label={t('deleteOf', { name: template.name })}
          onClick={() => setOpen({ dialog: 'remove', record: template })}
        />
      </>
    ),
  }
  return (
    <PageLayout
      intro={t('intro', { connection })}
      actions={
        isEmpty ? undefined : (
          <>
            <SearchBox
              label={t('search')}
              value={search}
              onChange={(text) => {
                setSearch(text)
                setShown(rowsAtOnce)
              }}
            />
            {refreshButton}
            {addButton}
          </>
        )
      }
    >
      {isPending ? (
        <SkeletonRows rows={4} />
      ) : data === undefined ? (
        <ErrorState title={t('common:listFailed')} error={error} onRetry={() => void refetch()} />
      ) : isEmpty ? (
        <EmptyState icon={MessageSquareText} title={t('emptyTitle')} text={t('emptyText')}>
          {refreshButton}
          {addButton}
        </EmptyState>
      ) : found.length === 0 ? (
        <EmptyState icon={MessageSquareText} title={t('noneFound')} text={t('noneFoundText')} />
      ) : (
        <DataTable
          label={t('list')}
          columns={mayMake ? [...columns, actions] : columns}
          rows={found.slice(0, shown)}
          keyOf={({ id }) => id}
          foot={
            <>
              <span>{t('total', { count: found.length })}</span>
              {found.length > shown && (
                <Button size="small" onClick={() => setShown(shown + rowsAtOnce)}>
                  {t('common:seeMore')}
                </Button>
              )}
              {data.checkedAt !== null && (
                <span>{t('checkedAt', { when: dateAndTime(data.checkedAt) })}</span>
              )}
            </>
          }
        />
      )}
      {open.dialog === 'form' && (
        <TemplateDialog connectionId={connectionId} template={open.record} onClose={close} />
      )}
      {open.dialog === 'remove' && (
        <ConfirmDialog
          title={t('deleteTitle', { name: open.record.name })}
          confirm={t('common:delete')}
          destroys
          onClose={close}
          onConfirm={async () => {
            await remove.mutateAsync(open.record.id)
            showToast('success', t('deleted'))
          }}
        >
          {t('deleteMeaning')}
        </ConfirmDialog>
      )}
    </PageLayout>
  )
}

function holds({ name, components }: MessageTemplateView, search: string): boolean {
  const wanted = foldCaseAndAccents(search.trim())
  return (
    wanted === '' ||
    [name, templatePartsOf(components).body].some((text) => foldCaseAndAccents(text).includes(wanted))
  )
}

/**
 * Whether the form of this page can edit the template. A template with parts that the form lacks must be
 * edited at Meta.
 */
function isMadeHere({ category, components }: MessageTemplateView): boolean {
  return category !== 'AUTHENTICATION' && templatePartsOf(components).unfillable.length === 0
}

function useColumns(): Column<MessageTemplateView>[] {
  const { t } = useTranslation('messageTemplates')
  return [
    {
      key: 'name',
      title: t('name'),
      onPhone: 'head',
      cell: ({ name, components }) => (
        <span className={styles.named}>
          <strong>{name}</strong>
          <small>{templatePartsOf(components).body}</small>
        </span>
      ),
    },
    { key: 'language', title: t('language'), width: '88px', cell: ({ language }) => language },
    {
      key: 'category',
      title: t('category'),
      width: '120px',
      cell: ({ category }) => t(`categories.${category}`, { defaultValue: category }),
    },
    {
      key: 'status',
      title: t('status'),
      cell: (template) => <Status template={template} />,
    },
    {
      key: 'quality',
      title: t('quality'),
      width: '128px',
      cell: ({ quality }) => <Quality quality={quality} />,
    },
  ]
}

const statusLooks: Readonly<Record<string, { tone: PillTone; icon: typeof CircleCheck }>> = {
  APPROVED: { tone: 'ok', icon: CircleCheck },
  PENDING: { tone: 'info', icon: CircleDashed },
  IN_APPEAL: { tone: 'info', icon: CircleDashed },
  PAUSED: { tone: 'warn', icon: CirclePause },
  REJECTED: { tone: 'bad', icon: CircleX },
  DISABLED: { tone: 'bad', icon: CircleX },
}

function Status({ template: { status, reason } }: { template: MessageTemplateView }) {
  const { t } = useTranslation('messageTemplates')
  const { tone, icon } = statusLooks[status] ?? { tone: 'idle', icon: CircleHelp }
  const isWrong = status !== 'APPROVED' && reason !== null
  return (
    <span className={styles.named}>
      <Pill tone={tone} icon={icon}>
        {t(`statuses.${status}`, { defaultValue: status })}
      </Pill>
      {isWrong && <small>{t('reason', { reason })}</small>}
    </span>
  )
}

const qualityLooks: Readonly<Record<string, { tone: PillTone; icon: typeof CircleCheck }>> = {
  GREEN: { tone: 'ok', icon: SignalHigh },
  YELLOW: { tone: 'warn', icon: SignalMedium },
  RED: { tone: 'bad', icon: SignalLow },
}

function Quality({ quality }: { quality: string | null }) {
  const { t } = useTranslation('messageTemplates')
  const look = qualityLooks[quality ?? '']
  if (look === undefined) return <span>{t('qualities.UNKNOWN')}</span>
  return (
    <Pill tone={look.tone} icon={look.icon}>
      {t(`qualities.${quality}`)}
    </Pill>
  )
}
