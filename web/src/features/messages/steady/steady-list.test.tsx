import { limits } from '@balcao/domain/limits'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { createRef } from 'react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { measureElements } from '../../../testing/measured-elements'
import type { ScrollTarget } from './reading-place'
import { type ScrollState, StableScrollList } from './steady-list'

/** A minimal layout, since happy-dom has none: rows below each other, in a view of 500 pixels. */
const usualHeight = 500
let viewHeight = usualHeight
const scrolled = new WeakMap<Element, number>()
let unmeasure: () => void = () => undefined

beforeEach(() => {
  const heightOf = (element: Element): number => {
    const within = [...element.querySelectorAll('[data-height]')]
    if (within.length > 0) return within.reduce((sum, one) => sum + heightOf(one), 0)
    const { dataset, style } = element as HTMLElement // every element here is one
    return Number(dataset.height ?? Number.parseFloat(style.height || '0'))
  }
  /** The height of those siblings that are above the element. */
  const heightAbove = (among: readonly Element[], element: Element) =>
    among
      .slice(
        0,
        among.findIndex((one) => one.contains(element)),
      )
      .reduce((sum, one) => sum + heightOf(one), 0)
  const content = (box: Element) => [...(box.firstElementChild?.children ?? [])]
  const total = (box: Element) =>
    Math.max(
      viewHeight,
      content(box).reduce((sum, row) => sum + heightOf(row), 0),
    )
  const most = (box: Element) => total(box) - viewHeight
  unmeasure = measureElements({
    clientHeight: { get: () => viewHeight },
    scrollHeight: {
      get(this: Element) {
        return total(this)
      },
    },
    scrollTop: {
      get(this: Element) {
        return Math.min(scrolled.get(this) ?? 0, most(this))
      },
      set(this: Element, wanted: number) {
        scrolled.set(this, Math.max(0, Math.min(wanted, most(this))))
      },
    },
    getBoundingClientRect: {
      value(this: Element) {
        const box = this.closest('section')
        if (box === null || box === this) return { top: 0, bottom: viewHeight, height: viewHeight }
        const row = content(box).find((one) => one.contains(this))
        const parts = row === undefined || row === this ? [this] : [...row.querySelectorAll('[data-part]')]
        const top = heightAbove(content(box), this) + heightAbove(parts, this) - box.scrollTop
        return { top, bottom: top + heightOf(this), height: heightOf(this) }
      },
    },
  })
})
afterEach(() => {
  cleanup()
  unmeasure()
  viewHeight = usualHeight
})

interface TestRow {
  readonly key: string
  /** Of each part, where it has parts. */
  readonly height: number
  readonly parts?: readonly string[]
}
/** Heights differ, as those of messages do. */
const rows = (from: number, to: number): TestRow[] =>
  Array.from({ length: to - from }, (_, at) => ({
    key: `row ${from + at}`,
    height: 30 + ((from + at) % 7) * 13,
  }))

/** The albums of the pictures from `from` up to, but without, `to`: ten in a row, each 80 pixels high. */
function albums(from: number, to: number): TestRow[] {
  if (from >= to) return []
  const parts = Array.from({ length: Math.min(10, to - from) }, (_, at) => `picture ${from + at}`)
  return [{ key: `picture ${from}`, height: 80, parts }, ...albums(from + 10, to)]
}

interface Shown {
  readonly rows: readonly TestRow[]
  readonly start?: ScrollTarget | 'end'
  readonly isWhole?: boolean
}

function show(first: Shown) {
  const list = createRef<StableScrollList<TestRow>>()
  const views: ScrollState[] = []
  const rowOf = ({ key, height, parts }: TestRow) =>
    (parts ?? [key]).map((one) => (
      <p key={one} data-height={height} data-part={parts && one}>
        {one}
      </p>
    ))
  const onView = (view: ScrollState) => views.push(view)
  const element = ({ rows, start = 'end', isWhole = true }: Shown) => (
    <StableScrollList
      ref={list}
      label="Rows"
      rows={rows}
      rowOf={rowOf}
      start={start}
      isWhole={isWhole}
      topPixels={limits.olderMessagesAtPixels}
      onView={onView}
    />
  )
  const { rerender } = render(element(first))
  const box = screen.getByRole('region', { name: 'Rows' })
  return {
    box,
    change: (next: Shown) => rerender(element(next)),
    goTo: (target: ScrollTarget | 'end') => act(() => list.current?.goTo(target)),
    scrollTo(pixels: number) {
      box.scrollTop = pixels
      fireEvent.scroll(box)
    },
    /** The composer below changes the height; no resize observer has run yet. */
    resize(pixels: number) {
      viewHeight = pixels
    },
    /** From the top of the view to the top of the row or the part. */
    topOf: (key: string) => screen.getByText(key).getBoundingClientRect().top,
    toEnd: () => box.scrollHeight - box.scrollTop - viewHeight,
    view: () => views.at(-1),
  }
}

describe('a list that retains the reading position', () => {
  it('begins at its end, and mounts only the rows near the view', () => {
    const { toEnd, view } = show({ rows: rows(0, 2_000) })

    expect(toEnd()).toBe(0)
    expect(view()).toMatchObject({ isAtEnd: true, isAtTop: false })
    expect(screen.getAllByText(/^row/).length).toBeLessThan(60)
    expect(screen.queryByText('row 0')).toBeNull()
  })

  it('CONVO-03 reports the top at 50 px, and not before', () => {
    const { scrollTo, view } = show({ rows: rows(0, 60) })

    scrollTo(51)
    expect(view()?.isAtTop).toBe(false)
    scrollTo(50)
    expect(view()?.isAtTop).toBe(true)
  })

  it('rows that are added above move nothing in view', () => {
    const { change, scrollTo, topOf, view } = show({ rows: rows(100, 160) })
    scrollTo(40)
    expect(view()?.isAtTop).toBe(true)
    const before = topOf('row 104')

    change({ rows: rows(80, 160) })
    expect(topOf('row 104')).toBe(before)
    change({ rows: rows(0, 160) })

    expect(topOf('row 104')).toBe(before)
    expect(view()?.isAtTop).toBe(false)
  })

  it('a row that grows above the view moves nothing in view', () => {
    const { change, scrollTo, topOf } = show({ rows: rows(0, 60) })
    scrollTo(600)
    const before = topOf('row 14')

    change({ rows: rows(0, 60).map((row) => (row.key === 'row 3' ? { ...row, height: 400 } : row)) })

    expect(topOf('row 14')).toBe(before)
  })

  it('at its end it follows new rows; further up it does not', () => {
    const { change, scrollTo, topOf, toEnd, view } = show({ rows: rows(0, 60) })
    change({ rows: rows(0, 61) })
    expect(toEnd()).toBe(0)

    scrollTo(900)
    const before = topOf('row 18')
    change({ rows: rows(0, 62) })

    expect(topOf('row 18')).toBe(before)
    expect(view()?.isAtEnd).toBe(false)
  })

  it('remains at its end when the composer grows, also before the resize is observed', () => {
    const { change, resize, scrollTo, toEnd, view } = show({ rows: rows(0, 60) })

    resize(280)
    expect(toEnd()).toBe(220)
    change({ rows: rows(0, 60) })
    expect(toEnd()).toBe(0)
    resize(500) // the box has its full height again, and the browser fires a scroll event
    scrollTo(100_000)
    resize(280)
    scrollTo(100_000 - 1)
    change({ rows: rows(0, 60) })

    expect(toEnd()).toBe(0)
    expect(view()?.isAtEnd).toBe(true)
  })

  it('a view a little above the end is not moved by rows at the top', () => {
    const { change, scrollTo, topOf, toEnd } = show({ rows: rows(100, 110) })
    scrollTo(0)
    expect(toEnd()).toBeLessThan(200)
    const before = topOf('row 103')

    change({ rows: rows(80, 110) })

    expect(topOf('row 103')).toBe(before)
  })

  it('an incomplete list opens at its target row and never follows its end', () => {
    const start: ScrollTarget = { key: 'row 3', align: 'center' }
    const { change, scrollTo, topOf, toEnd, view } = show({ rows: rows(0, 11), start, isWhole: false })
    const first = topOf('row 3')
    change({ rows: rows(0, 31), start, isWhole: false })
    expect(topOf('row 3')).toBe(first)
    expect(view()?.isAtEnd).toBe(false)

    scrollTo(100_000) // to the end of the loaded rows
    const before = topOf('row 28')
    change({ rows: rows(0, 51), start, isWhole: false })
    expect(topOf('row 28')).toBe(before)
    scrollTo(100_000)
    const last = topOf('row 48')
    change({ rows: rows(0, 61), start, isWhole: true })

    expect(topOf('row 48')).toBe(last)
    expect(toEnd()).toBeGreaterThan(200)
    expect(view()?.isAtEnd).toBe(false)
  })

  it('scrolls to a row far from the view, and back to the end', () => {
    const { goTo, topOf, toEnd } = show({ rows: rows(0, 1_000) })

    goTo({ key: 'row 17', align: 'center' })
    expect(topOf('row 17')).toBeGreaterThan(150)
    expect(topOf('row 17')).toBeLessThan(300)
    goTo('end')

    expect(toEnd()).toBe(0)
  })

  it('scrolls to a part of a row that is higher than the view', () => {
    const { goTo, topOf, view } = show({ rows: [...rows(0, 100), ...albums(0, 10), ...rows(100, 200)] })

    goTo({ key: 'picture 9', align: 'center' })

    expect(topOf('picture 9')).toBe((usualHeight - 80) / 2)
    expect(view()?.topKey).toBe('picture 0')
  })

  it('CONVO-03 a part in view stays in place when it moves to another row or becomes one', () => {
    const after = rows(100, 160)
    const { change, goTo, topOf } = show({ rows: [...albums(50, 65), ...after] })
    goTo({ key: 'picture 56', align: 'center' })
    const before = topOf('picture 56')

    change({ rows: [...rows(0, 20), ...albums(43, 65), ...after] }) // 43 to 52, 53 to 62
    expect(topOf('picture 56')).toBe(before)
    change({ rows: [...rows(0, 20), ...albums(37, 47), ...albums(47, 57), ...albums(57, 65), ...after] })
    expect(topOf('picture 56')).toBe(before)
    const alone = Array.from({ length: 15 }, (_, at) => ({ key: `picture ${50 + at}`, height: 80 }))
    change({ rows: [...rows(0, 20), ...alone, ...after] })

    expect(topOf('picture 56')).toBe(before)
  })

  it('shows rows wherever the scroll bar is dragged', () => {
    const { scrollTo, view } = show({ rows: rows(0, 1_000) })

    scrollTo(20_000)

    const top = view()?.topKey
    expect(top).toBeDefined()
    expect(screen.getByText(top ?? '').parentElement?.getBoundingClientRect().bottom).toBeGreaterThan(0)
  })
})
