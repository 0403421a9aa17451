import { limits } from '@balcao/domain/limits'
import { errorText } from '../lib/error-text'
import { observable } from '../lib/observable'
import { onPersonGone } from '../lib/session'
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

/** The timer of each toast that closes automatically, in milliseconds, and how to stop it. */
const closing = new Map<number, { readonly milliseconds: number; stop: () => void }>()

// The button and the names of a notice are not for the next person at this screen.
onPersonGone(() => {
  for (const { id, action } of shownToasts.get()) if (action !== undefined && closing.has(id)) closeToast(id)
})

/** Sets the time of new toasts, in milliseconds: the outbound screens have their own (ERR-04). */
export function setToastTime(milliseconds: number): void {
  usualTime = milliseconds
}

/** Shows a short notice for the time of the current screen. No caller sets the time (ERR-04). An equal text shows once. */
export function showToast(kind: ToastKind, text: string): void {
  show({ kind, text }, usualTime)
}

/**
 * Shows a notice with a button that leads elsewhere. It remains longer, so that the button can be pressed (docs/features/shell.md).
 */
export function showNotice(text: string, action: NonNullable<Toast['action']>): void {
  show({ kind: 'info', text, action }, limits.toast.withButton)
}

function show(toast: Omit<Toast, 'id'>, milliseconds: number): void {
  if (shownToasts.get().some(({ text }) => text === toast.text)) return
  const id = nextId++
  shownToasts.set([...shownToasts.get(), { id, ...toast }])
  closing.set(id, { milliseconds, stop: after(milliseconds, () => closeToast(id)) })
}

/** Holds a toast during hover or focus, before its button is pressed. */
export function holdToast(id: number): void {
  closing.get(id)?.stop()
}

/** Restarts the time of a held toast. */
export function releaseToast(id: number): void {
  const held = closing.get(id)
  if (held === undefined) return
  held.stop()
  held.stop = after(held.milliseconds, () => closeToast(id))
}

/** Reports a failure with a remedy; remains until it is closed. An equal text shows once. */
export function offerRemedy(text: string, action: NonNullable<Toast['action']>): void {
  if (shownToasts.get().some((toast) => toast.text === text)) return
  shownToasts.set([...shownToasts.get(), { id: nextId++, kind: 'error', text, action }])
}

export function closeToast(id: number): void {
  closing.get(id)?.stop()
  closing.delete(id)
  shownToasts.set(shownToasts.get().filter((toast) => toast.id !== id))
}

/** Shows the text of a failed call as a toast (ERR-01 to ERR-03). A cancelled call shows nothing. */
export function showError(error: unknown): void {
  if (error instanceof DOMException && error.name === 'AbortError') return
  showToast('error', errorText(error))
}
