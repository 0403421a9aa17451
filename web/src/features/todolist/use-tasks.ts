import { useEffect, useState } from 'react'
import { onStoredElsewhere, readStored, store } from '../../lib/browser-storage'
import { type Task, tasksIn } from './tasks'

const key = 'tasks'
const storedTasks = () => tasksIn(readStored(key))

/** The tasks of this browser, in sync with its other tabs; the server has none of them (TODO-02). */
export function useTasks() {
  const [tasks, setTasks] = useState(storedTasks)
  useEffect(() => onStoredElsewhere(key, (stored) => setTasks(tasksIn(stored))), [])

  /** Changes the stored list, not the shown one: another tab may have been quicker. */
  function change(by: (stored: readonly Task[]) => Task[]): void {
    const changed = by(storedTasks())
    store(key, JSON.stringify(changed))
    setTasks(changed)
  }
  return { tasks, change }
}
