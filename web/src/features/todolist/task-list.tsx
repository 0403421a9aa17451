import { Pencil, Trash2 } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { dateAndTime, longDateAndTime } from '../../lib/dates'
import { IconButton } from '../../ui/icon-button'
import type { Task } from './tasks'
import styles from './todolist.module.css'

interface TaskListProps {
  readonly tasks: readonly Task[]
  readonly editedId: number | null
  readonly onEdit: (task: Task) => void
  readonly onDelete: (task: Task) => void
}

export function TaskList({ tasks, editedId, onEdit, onDelete }: TaskListProps) {
  const { t } = useTranslation('todolist')
  return (
    <>
      <ul className={styles.tasks} aria-label={t('table')}>
        {tasks.map((task) => (
          <li key={task.id} className={styles.task} data-edited={task.id === editedId}>
            <div className={styles.words}>
              <p>{task.text}</p>
              <TaskTimes task={task} />
            </div>
            <IconButton icon={Pencil} label={t('editOf', { text: task.text })} onClick={() => onEdit(task)} />
            <IconButton
              icon={Trash2}
              label={t('deleteOf', { text: task.text })}
              onClick={() => onDelete(task)}
            />
          </li>
        ))}
      </ul>
      <p role="status" className={styles.total}>
        {t('total', { count: tasks.length })}
      </p>
    </>
  )
}

function TaskTimes({ task: { createdAt, updatedAt } }: { task: Task }) {
  const { t, i18n } = useTranslation('todolist')
  if (updatedAt === null) return null
  const isChanged = updatedAt !== createdAt
  return (
    <p className={styles.times}>
      <time dateTime={updatedAt} title={longDateAndTime(updatedAt, i18n.language)}>
        {t(isChanged ? 'changedAt' : 'createdAt', { at: dateAndTime(updatedAt) })}
      </time>
    </p>
  )
}
