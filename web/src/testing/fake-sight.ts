import { act } from '@testing-library/react'
import { vi } from 'vitest'

type Notify = (entries: readonly Pick<IntersectionObserverEntry, 'intersectionRatio'>[]) => void

/** Fakes IntersectionObserver: no element is in view until the test scrolls to it. */
export function fakeSight() {
  const watched = new Map<Element, Notify>()
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      private readonly notify: Notify
      private readonly own: Element[] = []
      constructor(notify: Notify) {
        this.notify = notify
      }
      observe(element: Element): void {
        this.own.push(element)
        watched.set(element, this.notify)
      }
      disconnect(): void {
        for (const element of this.own) watched.delete(element)
      }
    },
  )
  const say = (intersectionRatio: number) => (within: Element) =>
    act(() => {
      for (const [element, notify] of watched) if (within.contains(element)) notify([{ intersectionRatio }])
    })
  return { scrollTo: say(1), scrollPast: say(0) }
}
