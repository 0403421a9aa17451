import { ListChecks } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { onValueStoredInOtherTab, readStoredValue, storeValue } from '../../lib/browser-storage'
import { ConfirmDialog } from '../../ui/confirm-dialog'
import { PageLayout } from '../../ui/page'
import { EmptyState } from '../../ui/states'
import { TaskForm } from './task-form'
import { TaskList } from './task-list'
import { parseTasks, type Task, withChangedTask, withoutTask, withTask } from './tasks'
import styles from './todolist.module.css'

const key = 'tasks'
const storedTasks = () => parseTasks(readStoredValue(key))

type Editing = Pick<Task, 'id' | 'text'>

export default function TodolistPage() {
  const { t } = useTranslation('todolist')
  const { tasks, change } = useTasks()
  const [draft, setDraft] = useState('')
  const [editing, setEditing] = useState<Editing | null>(null)
  const [deleting, setDeleting] = useState<Task | null>(null)
  const field = useRef<HTMLInputElement>(null)
  const isFieldWanted = useRef(false)

  // Moves the focus to the field, because the button that had the focus may be unmounted with its task.
  useEffect(() => {
    if (deleting !== null || !isFieldWanted.current) return
    isFieldWanted.current = false
    field.current?.focus()
  }, [deleting])

  function save() {
    if (editing === null) {
      change((stored) => withTask(stored, draft, new Date()))
      setDraft('')
    } else if (editing.text.trim() !== '') {
      change((stored) => withChangedTask(stored, editing.id, editing.text, new Date()))
      setEditing(null)
    }
    field.current?.focus()
  }

  function startEditing({ id, text }: Task) {
    setEditing({ id, text })
    field.current?.focus()
  }

  async function remove({ id }: Task) {
    change((stored) => withoutTask(stored, id))
    if (editing?.id === id) setEditing(null)
    isFieldWanted.current = true
  }

  return (
    <PageLayout intro={t('intro')}>
      <div className={styles.column}>
        <TaskForm
          fieldRef={field}
          text={editing === null ? draft : editing.text}
          isEditing={editing !== null}
          onText={(text) => (editing === null ? setDraft(text) : setEditing({ ...editing, text }))}
          onSave={save}
          onCancel={() => setEditing(null)}
        />
        {tasks.length === 0 ? (
          <EmptyState icon={ListChecks} title={t('empty')} text={t('emptyMeaning')} />
        ) : (
          <TaskList
            tasks={tasks}
            editedId={editing?.id ?? null}
            onEdit={startEditing}
            onDelete={setDeleting}
          />
        )}
      </div>
      {deleting !== null && (
        <ConfirmDialog
          title={t('deleteTitle')}
          confirm={t('deleteConfirm')}
          destroys
          onClose={() => setDeleting(null)}
          onConfirm={() => remove(deleting)}
        >
          <p className={styles.quoted}>{deleting.text}</p>
        </ConfirmDialog>
      )}
    </PageLayout>
  )
}

/** The tasks of this browser, in sync with other tabs. The server does not store them (TODO-02). */
export function useTasks() {
  const [tasks, setTasks] = useState(storedTasks)
  useEffect(() => onValueStoredInOtherTab(key, (stored) => setTasks(parseTasks(stored))), [])

  /** Changes the stored list instead of the shown one, because another tab may have changed it. */
  function change(by: (stored: readonly Task[]) => Task[]): void {
    const changed = by(storedTasks())
    storeValue(key, JSON.stringify(changed))
    setTasks(changed)
  }
  return { tasks, change }
}
