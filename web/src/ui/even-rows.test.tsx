import { act, fireEvent, render } from '@testing-library/react'
import { createRef } from 'react'
import { expect, it, onTestFinished, vi } from 'vitest'
import { measureElements } from '../testing/measured-elements'
import { VirtualRows, type VirtualRowsHandle } from './even-rows'

/** A thousand rows of 60 px in a box of 600. */
function openRows({ count = 1_000, place = 0 } = {}) {
  onTestFinished(
    measureElements({
      clientHeight: { get: () => 600 },
      getBoundingClientRect: { value: () => ({ height: 60 }) },
    }),
  )
  const handle = createRef<VirtualRowsHandle>()
  const onNearEnd = vi.fn()
  const onPlace = vi.fn()
  const { container } = render(
    <VirtualRows
      ref={handle}
      rows={Array.from({ length: count }, (_, at) => at)}
      keyOf={(row) => row}
      foot={null}
      onNearEnd={onNearEnd}
      place={() => place}
      onPlace={onPlace}
    >
      {(row) => <p>{row}</p>}
    </VirtualRows>,
  )
  const box = container.firstElementChild as HTMLElement // the only rendered element
  const shown = () => [...container.querySelectorAll('p')].map(({ textContent }) => Number(textContent))
  const scroll = (scrollTop: number) => fireEvent.scroll(box, { target: { scrollTop } })
  return { handle, onNearEnd, onPlace, box, shown, scroll, list: container.querySelector('ul') }
}

const range = (first: number, last: number) => Array.from({ length: last - first }, (_, at) => first + at)

it('only rows near the view are mounted; the list is as high as all of them', () => {
  const { shown, scroll, list } = openRows()
  expect(shown()).toEqual(range(0, 14)) // ten in view, and 200 px beyond

  scroll(30_010)

  expect(shown()).toEqual(range(496, 514))
  expect([list?.style.paddingTop, list?.style.paddingBottom]).toEqual(['29760px', '29160px'])
})

it('begins at its stored position, and reports the position', () => {
  const { box, shown, scroll, onPlace } = openRows({ place: 6_000 })
  expect([box.scrollTop, shown()]).toEqual([6_000, range(96, 114)])

  scroll(6_120)

  expect(onPlace).toHaveBeenLastCalledWith(6_120)
})

it('a list that is shorter than its stored position shows its remaining rows', () => {
  expect(openRows({ count: 2, place: 400 }).shown()).toEqual([0, 1])
  expect(openRows({ count: 20, place: 6_000 }).shown()).toEqual(range(6, 20))
})

it('GEN-11 reports the end within 100 px, and at once where the rows do not fill the box', () => {
  const long = openRows({ count: 40 })
  long.scroll(1_699)
  expect(long.onNearEnd).not.toHaveBeenCalled()
  long.scroll(1_700)
  expect(long.onNearEnd).toHaveBeenCalledTimes(1)

  expect(openRows({ count: 3 }).onNearEnd).toHaveBeenCalledTimes(1)
})

it('an unmounted row is mounted by the smallest scroll that shows it fully', () => {
  const { handle, box, shown } = openRows()

  act(() => handle.current?.show(500))
  expect([box.scrollTop, shown()]).toContainEqual(30_060 - 600)
  expect(shown()).toContain(500)

  act(() => handle.current?.show(495))
  expect(box.scrollTop).toBe(29_460)
  act(() => handle.current?.show(3))
  expect(box.scrollTop).toBe(180)
})
