import type { IntegrationView } from '@balcao/contract/integrations'
import type { IntegrationType } from '@balcao/domain/integrations'
import { mayManageAndReadKeys } from '@balcao/domain/permissions'
import { CirclePause, Workflow } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useIntegrationSubscription } from '../../lib/lists/assistants'
import { useViewer } from '../../lib/session'
import type { Column } from '../../ui/data-table'
import { LastServiceCallResult } from '../../ui/last-call'
import { Pill } from '../../ui/pill'
import { SearchableRecordPage } from '../../ui/searched-records'
import { useDeleteIntegration, useIntegrations } from './api/integrations'
import { IntegrationDialog } from './integration-dialog'
import styles from './integrations.module.css'

/** The icon of each type, drawn by us: white on a coloured tile, so that it looks the same in both themes. */
const iconsByType: Record<IntegrationType, { readonly tile: string; readonly path: string }> = {
  // A question mark in a speech bubble.
  dialogflow: {
    tile: '#B45309',
    path: 'M8 9.5h16v11H15l-4.500 4v-4H8zM13.500 13.500c0-3 5-3 5 0 0 2-2.500 1.500-2.500 3.200M16 18.600v.2',
  },
  // Three connected nodes.
  n8n: {
    tile: '#BE185D',
    path: 'M7 16a2.500 2.500 0 1 0 5 0a2.500 2.500 0 1 0-5 0M12 16h3l4-5M15 16l4 5M19 11a2.500 2.500 0 1 0 5 0a2.500 2.500 0 1 0-5 0M19 21a2.500 2.500 0 1 0 5 0a2.500 2.500 0 1 0-5 0',
  },
  // A hook.
  webhook: {
    tile: '#1D4ED8',
    path: 'M18 7v11a5 5 0 0 1-10 0v-2.500M8 15.500l-2 2.500M8 15.500l2.200 2.400M18 7a2.200 2.200 0 1 0 4.400 0a2.200 2.200 0 1 0-4.400 0',
  },
  // Three lines of text.
  typebot: { tile: '#0E7490', path: 'M8 10h16M8 16h11M8 22h6M18 22h.2M22 22h.2' },
}

function TypeMark({ type }: { readonly type: IntegrationType }) {
  const { tile, path } = iconsByType[type]
  return (
    <svg className={styles.mark} width={32} height={32} viewBox="0 0 32 32" aria-hidden>
      <rect width={32} height={32} rx={8} fill={tile} />
      <path d={path} fill="none" stroke="#fff" strokeWidth={2} strokeLinecap="round" strokeLinejoin="round" />
    </svg>
  )
}

export default function IntegrationsPage() {
  const { t } = useTranslation('integrations')
  useIntegrationSubscription()
  const mayChange = mayManageAndReadKeys(useViewer(), 'integrations.manage')
  const remove = useDeleteIntegration()
  const columns: Column<IntegrationView>[] = [
    {
      key: 'name',
      title: t('name'),
      onPhone: 'head',
      cell: ({ type, name }) => (
        <span className={styles.named}>
          <TypeMark type={type} /> <span>{name}</span>
        </span>
      ),
    },
    { key: 'id', title: t('id'), width: '96px', align: 'right', cell: ({ id }) => id },
    { key: 'type', title: t('type'), cell: ({ type }) => t(`types.${type}`) },
    {
      key: 'last',
      title: t('lastCall'),
      cell: ({ lastCallAt, lastFailure, isPaused }) => (
        <>
          {isPaused && (
            <>
              <Pill tone="warn" icon={CirclePause}>
                {t('paused')}
              </Pill>{' '}
            </>
          )}
          <LastServiceCallResult at={lastCallAt} failure={lastFailure} />
        </>
      ),
    },
  ]
  return (
    <SearchableRecordPage
      useRecords={useIntegrations}
      nameOf={({ name }) => name}
      words={{
        list: t('list'),
        search: t('search'),
        searchedIn: t('searchedIn'),
        add: t('new'),
        edit: (name) => t('editOf', { name }),
        remove: (name) => t('deleteOf', { name }),
        removeTitle: (name) => t('deleteTitle', { name }),
        removeMeaning: t('deleteMeaning'),
        removeConfirm: t('deleteConfirm'),
        removed: t('deleted'),
        total: (count) => t('foot', { count }),
      }}
      empty={{ icon: Workflow, title: t('emptyTitle'), text: t('emptyText') }}
      columns={columns}
      isReadOnly={!mayChange}
      form={(integration, onClose) => <IntegrationDialog integration={integration} onClose={onClose} />}
      onRemove={({ id }) => remove.mutateAsync(id)}
    />
  )
}
