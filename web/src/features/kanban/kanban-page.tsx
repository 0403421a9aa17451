import type { QueueId, UserId } from '@balcao/domain/ids'
import { limits } from '@balcao/domain/limits'
import { isAdmin } from '@balcao/domain/people'
import { hasPermission } from '@balcao/domain/permissions'
import { Tags } from 'lucide-react'
import { useEffect, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useQueues } from '../../lib/lists/queues'
import { useUsersOfCompany } from '../../lib/lists/users'
import { useUser, useViewer } from '../../lib/session'
import { useDebounced } from '../../lib/timers'
import { Button } from '../../ui/button'
import { SelectInput } from '../../ui/choice-field'
import { SearchBox } from '../../ui/search-box'
import { SkeletonRows } from '../../ui/states'
import { useLaneTags } from './api/board'
import { KanbanBoard, useLogLaneFailureOnce } from './board'
import { EditLanesDialog } from './edit-lanes-dialog'
import styles from './kanban.module.css'
import { type BoardFilter, lanesOfBoard } from './lanes'

/** The board (SHELL-06): tickets in lanes, filtered by text, queue and person. */
export default function KanbanPage() {
  const { t } = useTranslation('kanban')
  const viewer = useViewer()
  const [search, setSearch] = useState('')
  const [queueId, setQueueId] = useState<QueueId | null>(null)
  const [userId, setUserId] = useState<UserId | null>(null)
  const [isEditing, setEditing] = useState(false)
  const words = search.trim()
  const chosen = useMemo<BoardFilter>(() => ({ words, queueId, userId }), [words, queueId, userId])
  const filter = useDebounced(chosen, limits.searchDebounce) // Debounces text and filters together (GEN-10).
  const { data: tags, error, isPending } = useLaneTags()
  const onFailed = useLogLaneFailureOnce()
  useEffect(() => {
    if (error !== null) onFailed(error)
  }, [error, onFailed])
  const lanes = useMemo(() => lanesOfBoard(tags ?? [], t('open')), [tags, t])
  const mayEdit = hasPermission(viewer, 'tags.editKanban')
  return (
    <div className={styles.page}>
      <div className={styles.head}>
        <SearchBox label={t('search')} className={styles.search} value={search} onChange={setSearch} />
        <QueueFilter value={queueId} onChange={setQueueId} />
        <UserFilter value={userId} onChange={setUserId} />
        <span className={styles.rest} />
        {mayEdit && (
          <Button icon={Tags} onClick={() => setEditing(true)}>
            {t('edit')}
          </Button>
        )}
      </div>
      {tags?.length === 0 && <p className={styles.hint}>{t(mayEdit ? 'noLanes' : 'noLanesAsk')}</p>}
      {isPending ? <SkeletonRows rows={6} height={96} /> : <KanbanBoard lanes={lanes} filter={filter} />}
      {isEditing && <EditLanesDialog onClose={() => setEditing(false)} />}
    </div>
  )
}

interface FilterProps<Id> {
  readonly value: Id | null
  readonly onChange: (id: Id | null) => void
}

/** Admins choose among all queues, others among their own (TICKET-15). */
function QueueFilter({ value, onChange }: FilterProps<QueueId>) {
  const { t } = useTranslation('kanban')
  const { data: all = [] } = useQueues()
  const user = useUser()
  const queues = isAdmin(useViewer()) ? all : user.queues
  return (
    <Choice label={t('queue')} none={t('allQueues')} choices={queues} value={value} onChange={onChange} />
  )
}

function UserFilter({ value, onChange }: FilterProps<UserId>) {
  const { t } = useTranslation('kanban')
  const { data: users = [] } = useUsersOfCompany()
  return <Choice label={t('user')} none={t('allUsers')} choices={users} value={value} onChange={onChange} />
}

interface ChoiceProps<Id> extends FilterProps<Id> {
  readonly label: string
  readonly none: string
  readonly choices: readonly { readonly id: Id; readonly name: string }[]
}

function Choice<Id extends number>({ label, none, choices, value, onChange }: ChoiceProps<Id>) {
  return (
    <SelectInput<Id | ''>
      label={label}
      className={styles.filter}
      choices={[{ value: '', name: none }, ...choices.map(({ id, name }) => ({ value: id, name }))]}
      value={value ?? ''}
      onChange={(chosen) => onChange(chosen === '' ? null : chosen)}
    />
  )
}
