export interface Task {
  readonly id: number
  readonly text: string
  readonly createdAt: string | null
  readonly updatedAt: string | null
}

/** Parses the stored tasks. Drops invalid ones, because any script or extension may write to the storage. */
export function parseTasks(stored: string | null): Task[] {
  let read: unknown
  try {
    read = JSON.parse(stored ?? '[]')
  } catch {
    return []
  }
  if (!Array.isArray(read)) return []
  const tasks: Task[] = []
  for (const entry of read) {
    const task = taskOf(entry, nextId(tasks))
    if (task !== null)
      tasks.push(tasks.some(({ id }) => id === task.id) ? { ...task, id: nextId(tasks) } : task)
  }
  return tasks
}

export function withTask(tasks: readonly Task[], text: string, now: Date): Task[] {
  const trimmed = text.trim()
  if (trimmed === '') return [...tasks]
  const at = now.toISOString()
  return [...tasks, { id: nextId(tasks), text: trimmed, createdAt: at, updatedAt: at }]
}

/** Changes a task's text. A blank text changes nothing; a task that another tab has deleted is added again. */
export function withChangedTask(tasks: readonly Task[], id: number, text: string, now: Date): Task[] {
  const trimmed = text.trim()
  if (trimmed === '') return [...tasks]
  if (!tasks.some((task) => task.id === id)) return withTask(tasks, trimmed, now)
  return tasks.map((task) =>
    task.id === id ? { ...task, text: trimmed, updatedAt: now.toISOString() } : task,
  )
}

export function withoutTask(tasks: readonly Task[], id: number): Task[] {
  return tasks.filter((task) => task.id !== id)
}

function nextId(tasks: readonly Task[]): number {
  return Math.max(0, ...tasks.map(({ id }) => id)) + 1
}

/**
 * Parses one stored task; null for an invalid one. Earlier versions of the page stored tasks without ids,
 * which get a spare id.
 */
function taskOf(entry: unknown, spareId: number): Task | null {
  if (typeof entry !== 'object' || entry === null) return null
  // The type of each field is checked below.
  const { id, text, createdAt, updatedAt } = entry as Record<string, unknown>
  if (typeof text !== 'string' || text.trim() === '') return null
  const created = instantOf(createdAt)
  return {
    id: typeof id === 'number' && Number.isSafeInteger(id) && id > 0 ? id : spareId,
    text,
    createdAt: created,
    updatedAt: instantOf(updatedAt) ?? created,
  }
}

function instantOf(value: unknown): string | null {
  const at = typeof value === 'string' || typeof value === 'number' ? new Date(value) : null
  return at === null || Number.isNaN(at.getTime()) ? null : at.toISOString()
}
