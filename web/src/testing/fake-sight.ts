import { act } from '@testing-library/react'
import { vi } from 'vitest'

type Tell = (looks: readonly Pick<IntersectionObserverEntry, 'intersectionRatio'>[]) => void

/** A page that nobody draws has nothing in sight, until the test says that somebody sees an element or sees it no more. */
export function fakeSight() {
  const watched = new Map<Element, Tell>()
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      private readonly tell: Tell
      private readonly own: Element[] = []
      constructor(tell: Tell) {
        this.tell = tell
      }
      observe(element: Element): void {
        this.own.push(element)
        watched.set(element, this.tell)
      }
      disconnect(): void {
        for (const element of this.own) watched.delete(element)
      }
    },
  )
  const say = (intersectionRatio: number) => (within: Element) =>
    act(() => {
      for (const [element, tell] of watched) if (within.contains(element)) tell([{ intersectionRatio }])
    })
  return { scrollTo: say(1), scrollPast: say(0) }
}
