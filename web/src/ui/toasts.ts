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

/** Of toasts that close by themselves: when, in milliseconds, and how that is put off. */
const closing = new Map<number, { readonly milliseconds: number; stop: () => void }>()

// Where a notice leads is of no use to who sits here next, nor may they read whom it names.
onPersonGone(() => {
  for (const { id, action } of shownToasts.get()) if (action !== undefined && closing.has(id)) closeToast(id)
})

/** How long toasts stay that come from now on, in milliseconds: the screens of the outbound area have time of their own
 *  (ERR-04). */
export function setToastTime(milliseconds: number): void {
  usualTime = milliseconds
}

/** Shows a short notice as long as the screen at hand has it. No caller chooses the time (ERR-04). The same text twice shows
 *  once. */
export function showToast(kind: ToastKind, text: string): void {
  show({ kind, text }, usualTime)
}

/** Tells of something elsewhere, with a button that leads there: stays longer, so that the button can be pressed
 *  (docs/features/shell.md). */
export function showNotice(text: string, action: NonNullable<Toast['action']>): void {
  show({ kind: 'info', text, action }, limits.toast.withButton)
}

function show(toast: Omit<Toast, 'id'>, milliseconds: number): void {
  if (shownToasts.get().some(({ text }) => text === toast.text)) return
  const id = nextId++
  shownToasts.set([...shownToasts.get(), { id, ...toast }])
  closing.set(id, { milliseconds, stop: after(milliseconds, () => closeToast(id)) })
}

/** A toast stays while somebody is about to press its button. */
export function holdToast(id: number): void {
  closing.get(id)?.stop()
}

/** The time of a toast that was held begins anew. */
export function releaseToast(id: number): void {
  const held = closing.get(id)
  if (held === undefined) return
  held.stop()
  held.stop = after(held.milliseconds, () => closeToast(id))
}

/** Says that something went wrong, with what can be done about it; stays until it is closed. The same text twice shows once. */
export function offerRemedy(text: string, action: NonNullable<Toast['action']>): void {
  if (shownToasts.get().some((toast) => toast.text === text)) return
  shownToasts.set([...shownToasts.get(), { id: nextId++, kind: 'error', text, action }])
}

export function closeToast(id: number): void {
  closing.get(id)?.stop()
  closing.delete(id)
  shownToasts.set(shownToasts.get().filter((toast) => toast.id !== id))
}

/** The words of a failed call as a toast (ERR-01 to ERR-03). A cancelled call says nothing. */
export function showError(error: unknown): void {
  if (error instanceof DOMException && error.name === 'AbortError') return
  showToast('error', errorText(error))
}
