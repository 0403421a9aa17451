import type { IntegrationView } from '@balcao/contract/integrations'
import { administers } from '@balcao/domain/permissions'
import { CirclePause, Workflow } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useIntegrationSubscription } from '../../lib/lists/assistants'
import { useViewer } from '../../lib/session'
import type { Column } from '../../ui/data-table'
import { LastCall } from '../../ui/last-call'
import { Pill } from '../../ui/pill'
import { SearchedRecords } from '../../ui/searched-records'
import { useDeleteIntegration, useIntegrations } from './api/integrations'
import { IntegrationDialog } from './integration-dialog'
import styles from './integrations.module.css'
import { TypeMark } from './type-mark'

/**
 * External bots of the company, each with its mark, id and name, and the result of its last call (INTEG-04); read-only
 * without the permission.
 */
export default function IntegrationsPage() {
  const { t } = useTranslation('integrations')
  useIntegrationSubscription()
  const mayChange = administers(useViewer(), 'integrations.manage')
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
          <LastCall at={lastCallAt} failure={lastFailure} />
        </>
      ),
    },
  ]
  return (
    <SearchedRecords
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
