import { useEffect, useState } from 'react'
import { onStoredElsewhere, readStored, store } from '../../lib/browser-storage'
import { type Task, tasksIn } from './tasks'

const key = 'tasks'
const storedTasks = () => tasksIn(readStored(key))

/** The tasks of this browser, in step with its other tabs; no server knows of them (TODO-02). */
export function useTasks() {
  const [tasks, setTasks] = useState(storedTasks)
  useEffect(() => onStoredElsewhere(key, (stored) => setTasks(tasksIn(stored))), [])

  /** Changes what is stored now, not what was shown: another tab may have been quicker. */
  function change(by: (stored: readonly Task[]) => Task[]): void {
    const changed = by(storedTasks())
    store(key, JSON.stringify(changed))
    setTasks(changed)
  }
  return { tasks, change }
}
