import { limits } from '@balcao/domain/limits'
import { errorText } from '../lib/error-text'
import { observable } from '../lib/observable'
import { onUserChange } from '../lib/session'
import { after } from '../lib/timers'

export type ToastKind = 'success' | 'error' | 'warning' | 'info'
export interface Toast {
  readonly id: number
  readonly kind: ToastKind
  readonly text: string
  readonly action?: { readonly name: string; readonly act: () => void }
}

export const shownToasts = observable<readonly Toast[]>([])
let nextId = 1
let usualTime: number = limits.toast.usual

/** For each toast that closes automatically: its duration, and the function that stops its timer. */
const closing = new Map<number, { readonly milliseconds: number; stop: () => void }>()

// On a change of user, closes timed toasts with a button: they contain names and links for the former user.
onUserChange(() => {
  for (const { id, action } of shownToasts.get()) if (action !== undefined && closing.has(id)) closeToast(id)
})

/** Sets the duration of new toasts in milliseconds, which is longer on outbound screens (ERR-04). */
export function setToastDuration(milliseconds: number): void {
  usualTime = milliseconds
}

/** Does nothing while a toast with the same text is shown. */
export function showToast(kind: ToastKind, text: string): void {
  show({ kind, text }, usualTime)
}

/** Stays longer than other toasts, so that the user can press the button (docs/features/shell.md). */
export function showToastWithAction(text: string, action: NonNullable<Toast['action']>): void {
  show({ kind: 'info', text, action }, limits.toast.withButton)
}

function show(toast: Omit<Toast, 'id'>, milliseconds?: number): void {
  if (shownToasts.get().some(({ text }) => text === toast.text)) return
  const id = nextId++
  shownToasts.set([...shownToasts.get(), { id, ...toast }])
  if (milliseconds === undefined) return
  closing.set(id, { milliseconds, stop: after(milliseconds, () => closeToast(id)) })
}

export function pauseToastTimer(id: number): void {
  closing.get(id)?.stop()
}

export function restartToastTimer(id: number): void {
  const held = closing.get(id)
  if (held === undefined) return
  held.stop()
  held.stop = after(held.milliseconds, () => closeToast(id))
}

/** Stays until the user closes it. Does nothing while a toast with the same text is shown. */
export function showErrorWithAction(text: string, action: NonNullable<Toast['action']>): void {
  show({ kind: 'error', text, action })
}

export function closeToast(id: number): void {
  closing.get(id)?.stop()
  closing.delete(id)
  shownToasts.set(shownToasts.get().filter((toast) => toast.id !== id))
}

/** Shows the text of a failed call as a toast (ERR-01 to ERR-03). An aborted call shows nothing. */
export function showError(error: unknown): void {
  if (error instanceof DOMException && error.name === 'AbortError') return
  showToast('error', errorText(error))
}
