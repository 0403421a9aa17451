/** The keys of `localStorage`. The specification sets most of them (CONST-01, I18N-03). */
export type StorageKey =
  | 'token'
  | 'companyId'
  | 'userId'
  | 'companyDueDate'
  | 'cshow'
  | 'volume'
  | 'tasks'
  | 'signOption'
  | 'preferredTheme'
  | 'i18nextLng'
  | OwnKey

/** Keys that this application adds to those of the specification. */
type OwnKey =
  | 'announcementsSeen'
  | 'backupNoticeDismissedAt'
  | 'contactPanel'
  | 'endedElsewhere'
  | 'preferredDensity'

/** Holds the values where the browser refuses `localStorage`, as in some private windows. */
const inMemory = new Map<string, string>()

export function readStoredValue(key: StorageKey): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return inMemory.get(key) ?? null
  }
}

export function storeValue(key: StorageKey, value: string): void {
  try {
    localStorage.setItem(key, value)
  } catch {
    inMemory.set(key, value)
  }
}

export function removeStoredValues(...keys: readonly StorageKey[]): void {
  for (const key of keys) {
    inMemory.delete(key)
    try {
      localStorage.removeItem(key)
    } catch {
      // The browser refuses the storage, so there is nothing to remove.
    }
  }
}

/** Calls back when another tab changes the value of the key. Returns the function that unsubscribes. */
export function onValueStoredInOtherTab(
  key: StorageKey,
  handler: (value: string | null) => void,
): () => void {
  const listener = (event: StorageEvent) => {
    if (event.key === key) handler(event.newValue)
  }
  window.addEventListener('storage', listener)
  return () => window.removeEventListener('storage', listener)
}
